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
    ("Annual check-up", "年度体检"),
    ("Eye test", "视力检查"),
    ("Travel vaccination", "旅行疫苗"),
    ("Skin screening", "皮肤筛查"),
    ("Physiotherapy", "理疗"),
    ("Dental cleaning", "洁牙"),
    ("Blood draw", "抽血"),
    ("Hearing test", "听力检查"),
    ("Allergy consultation", "过敏咨询"),
    ("Ultrasound", "超声检查"),
    ("Sleep study talk", "睡眠监测面谈"),
    ("Follow-up, knee", "膝盖复查"),
)

LABS = (
    ("Ferritin", "铁蛋白", "µg/L"),
    ("Vitamin B12", "维生素 B12", "pmol/L"),
    ("Platelets", "血小板", "10⁹/L"),
    ("Cortisol", "皮质醇", "nmol/L"),
    ("Creatine kinase", "肌酸激酶", "U/L"),
    ("Uric acid", "尿酸", "µmol/L"),
    ("Folate", "叶酸", "nmol/L"),
    ("Lipase", "脂肪酶", "U/L"),
    ("Fibrinogen", "纤维蛋白原", "mg/dL"),
    ("Transferrin", "转铁蛋白", "mg/dL"),
    ("Zinc", "锌", "µg/dL"),
    ("Copper", "铜", "µg/dL"),
)

DRUGS = (
    ("Loratab", "洛雷平片"),
    ("Cardivex", "康迪维片"),
    ("Ostevia D", "骨维 D 滴剂"),
    ("Respiro spray", "舒息喷雾"),
    ("Dermalune cream", "肤月乳膏"),
    ("Gastrelin", "胃宁胶囊"),
    ("Ferrimax", "铁盛口服液"),
    ("Nasobel", "鼻倍灵"),
    ("Migrastop", "偏头安片"),
    ("Oculaire drops", "明眸滴眼液"),
    ("Thyrexa", "甲平片"),
    ("Sonnapax", "安眠舒片"),
)

DOSES = (
    ("1 tablet in the morning", "早上一片"),
    ("2 drops at night", "晚上两滴"),
    ("1 capsule with food", "随餐一粒"),
    ("2 puffs when needed", "必要时喷两下"),
    ("A thin layer twice a day", "每日薄涂两次"),
)

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
