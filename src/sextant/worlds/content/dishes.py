"""Things to eat."""

from collections.abc import Mapping

from sextant.worlds.content.circle import Locale
from sextant.worlds.content.phrasing import listed

DISHES: Mapping[Locale, tuple[str, ...]] = {
    "en": listed(
        """
        lentil soup|mushroom risotto|jollof rice|lemon tart|potato gratin|chickpea curry|pierogi|shakshuka|ramen
        vegetable lasagne|fish pie|apple crumble|dumplings|paella|goulash|pad thai|onion soup|mole poblano|bibimbap
        spinach börek|carrot cake|plum dumplings|bean stew|aubergine moussaka|buckwheat pancakes
        """
    ),
    "zh": listed(
        """
        红烧肉|番茄牛腩|酸菜鱼|麻婆豆腐|葱油拌面|小笼包|宫保鸡丁|糖醋排骨|莲藕排骨汤|清蒸鲈鱼|韭菜盒子|干煸四季豆|卤肉饭
        羊肉泡馍|桂花糕|扬州炒饭|剁椒鱼头|冬瓜汤|锅贴|三杯鸡|粉蒸肉|茄子煲|山药炖鸡|银耳羹
        """
    ),
}
