"""Doctors, tests, medicines of a clinic, in both languages."""

DOCTORS = (
    ("Dr. Harrow-Lund", "温景行医生"),
    ("Dr. Castellane", "祁若兰医生"),
    ("Dr. Oyelaran-Boyd", "卓文渊医生"),
    ("Dr. Vesterholt", "游佳音医生"),
    ("Dr. Quintrell", "宗明远医生"),
    ("Dr. Abernathy-Sato", "祝怀瑾医生"),
    ("Dr. Feldspar", "蔺书宁医生"),
    ("Dr. Mbeki-Rowe", "冷清秋医生"),
    ("Dr. Tamarin", "展鸿飞医生"),
    ("Dr. Lindegaard", "尉迟蓉医生"),
    ("Dr. Szymborska", "上官慧医生"),
    ("Dr. Palanivel", "闻人杰医生"),
    ("Dr. Iversen-Cho", "居安然医生"),
    ("Dr. Rosencrans", "艾思源医生"),
)

FIELDS = (
    ("Dermatology", "皮肤科", "skin"),
    ("Cardiology", "心内科", "heart"),
    ("General practice", "全科", "general"),
    ("Eye clinic", "眼科", "eye"),
)

VISITS = (
    ("Annual check-up", "年度体检", "stethoscope"),
    ("Eye test", "视力检查", "eye"),
    ("Travel vaccination", "旅行疫苗", "syringe"),
    ("Skin screening", "皮肤筛查", "scan-line"),
    ("Physiotherapy", "理疗", "dumbbell"),
    ("Dental cleaning", "洁牙", "sparkles"),
    ("Blood draw", "抽血", "droplet"),
    ("Hearing test", "听力检查", "ear"),
    ("Allergy consultation", "过敏咨询", "flower"),
    ("Ultrasound", "超声检查", "monitor"),
    ("Sleep study talk", "睡眠监测面谈", "moon"),
    ("Follow-up, knee", "膝盖复查", "footprints"),
)

LABS = (
    ("Ferritin", "铁蛋白", "µg/L", 104, 310, "shield-check"),
    ("Vitamin B12", "维生素 B12", "pmol/L", 150, 690, "pill"),
    ("Platelets", "血小板", "10⁹/L", 150, 420, "droplets"),
    ("Cortisol", "皮质醇", "nmol/L", 140, 690, "gauge"),
    ("Creatine kinase", "肌酸激酶", "U/L", 104, 320, "dumbbell"),
    ("Uric acid", "尿酸", "µmol/L", 150, 440, "activity"),
    ("Cholesterol", "胆固醇", "mg/dL", 125, 290, "heart-pulse"),
    ("Lipase", "脂肪酶", "U/L", 104, 300, "utensils"),
    ("Fibrinogen", "纤维蛋白原", "mg/dL", 180, 430, "layers"),
    ("Transferrin", "转铁蛋白", "mg/dL", 190, 370, "arrow-left-right"),
    ("Amylase", "淀粉酶", "U/L", 104, 290, "cookie"),
    ("Haptoglobin", "结合珠蛋白", "mg/dL", 104, 280, "circle-dot"),
)

DRUGS = (
    ("Loratab", "洛雷平片", "tablet", "tablet"),
    ("Cardivex", "康迪维片", "tablet", "heart-pulse"),
    ("Ostevia D", "骨维 D 滴剂", "drops", "droplet"),
    ("Respiro spray", "舒息喷雾", "spray", "wind"),
    ("Dermalune cream", "肤月乳膏", "cream", "hand"),
    ("Gastrelin", "胃宁胶囊", "capsule", "pill"),
    ("Ferrimax", "铁盛胶囊", "capsule", "pill"),
    ("Nasobel", "鼻倍灵", "spray", "wind"),
    ("Migrastop", "偏头安片", "tablet", "tablets"),
    ("Oculaire drops", "明眸滴眼液", "drops", "eye"),
    ("Thyrexa", "甲平片", "tablet", "tablet"),
    ("Sonnapax", "安眠舒片", "night", "moon"),
)
"""Name in both languages, the form that says how it is taken, an icon."""

DOSES = {
    "tablet": ("1 tablet in the morning", "早上一片"),
    "night": ("1 tablet at night", "睡前一片"),
    "drops": ("2 drops at night", "晚上两滴"),
    "capsule": ("1 capsule with food", "随餐一粒"),
    "spray": ("2 puffs when needed", "必要时喷两下"),
    "cream": ("A thin layer twice a day", "每日薄涂两次"),
}

STATES = (
    ("Confirmed", "已确认"),
    ("On the waiting list", "候补中"),
    ("Moved to another room", "已换诊室"),
    ("Fasting required", "需空腹"),
    ("Documents missing", "材料不全"),
)

WARDS = (
    ("Pavilion Linnea", "林奈楼"),
    ("North Wing, level 2", "北翼二层"),
    ("Rotunda", "圆厅"),
    ("Garden House", "花园楼"),
    ("West Arcade", "西廊"),
    ("Old Pharmacy", "旧药房楼"),
    ("Hall of Mirrors", "镜厅"),
    ("Bridge Building", "廊桥楼"),
    ("South Lodge", "南舍"),
    ("Annex Birch", "桦木附楼"),
    ("Annex Maple", "枫木附楼"),
    ("Tower, level 5", "塔楼五层"),
)
