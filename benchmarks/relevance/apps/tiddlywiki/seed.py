"""Makes the notebook of some beekeepers, in French: what TiddlyWiki keeps as one file a note."""

# ruff: noqa: E501 - notes read best with a note a line
import json
import sys
from pathlib import Path

WIKI = {
    "description": "Le carnet du rucher",
    "plugins": ["tiddlywiki/tiddlyweb", "tiddlywiki/filesystem"],
    "themes": ["tiddlywiki/vanilla", "tiddlywiki/snowwhite"],
    "languages": ["fr-FR"],
}
SYSTEM = {
    "$:/SiteTitle": "Le carnet du rucher",
    "$:/SiteSubtitle": "Huit ruches derrière le moulin",
    "$:/DefaultTiddlers": "[[Bienvenue au rucher]]",
    "$:/language": "$:/languages/fr-FR",
    "$:/view": "zoomin",
    "$:/theme": "$:/themes/tiddlywiki/snowwhite",
    "$:/config/Navigation/UpdateAddressBar": "permalink",
    "$:/config/Navigation/UpdateHistory": "yes",
    "$:/config/AutoSave": "no",
}
NOTES = (
    ("Bienvenue au rucher", "", "Ici nous notons ce que font nos abeilles. Commencer par [[Les ruches]], le [[Calendrier]] ou la [[Récolte 2025]]. Pour les gestes, voir [[Débuter]]."),
    ("Les ruches", "", "Huit ruches, du moulin au verger : [[Ruche Acacia]], [[Ruche Bruyère]], [[Ruche Châtaigne]] et [[Ruche Tilleul]] sont peuplées ; les quatre autres attendent un essaim."),
    ("Ruche Acacia", "ruche", "Reine de 2024, marquée en vert. Douce, dix cadres de couvain en mai."),
    ("Ruche Bruyère", "ruche", "Reine de 2023, marquée en rouge. Colonie nerveuse : enfumer avant d'ouvrir."),
    ("Ruche Châtaigne", "ruche", "Essaim recueilli dans la gouttière de l'école. Nourrie au sirop jusqu'en juin."),
    ("Ruche Tilleul", "ruche", "La plus forte : trois hausses l'été dernier."),
    ("Calendrier", "", "Le travail suit les saisons : [[Visite de printemps]], [[Pose des hausses]], [[Extraction du miel]], [[Mise en hivernage]]."),
    ("Visite de printemps", "travail", "Par une journée sans vent, plus de quinze degrés. Chercher la reine, compter les cadres, nettoyer le plancher."),
    ("Pose des hausses", "travail", "Quand les abeilles blanchissent les têtes de cadres, en général à la fin d'avril."),
    ("Extraction du miel", "travail", "Désoperculer, centrifuger, filtrer, puis laisser reposer trois jours. Voir [[Matériel]]."),
    ("Mise en hivernage", "travail", "Réduire l'entrée, poser le toit isolé, peser : vingt kilos au moins. Voir [[Souris et pics verts]]."),
    ("Récolte 2025", "récolte", "Quatre-vingt-douze kilos : acacia quarante, tilleul trente-deux, châtaignier vingt. Vendue par [[Le marché du samedi]]."),
    ("Récolte 2024", "récolte", "Cinquante et un kilos seulement, à cause des pluies de mai."),
    ("Varroa", "maladie", "Un acarien. Compter les chutes sur le lange, traiter à l'acide oxalique en décembre."),
    ("Loque américaine", "maladie", "Couvain troué, odeur de colle. Déclaration obligatoire au vétérinaire."),
    ("Frelon asiatique", "maladie", "Piéger les fondatrices de février à mai ; muselière devant l'entrée en automne."),
    ("Souris et pics verts", "maladie", "Une grille à l'entrée, un filet autour des ruches."),
    ("Débuter", "", "Une ruche, un voile, un enfumoir et de la patience. Puis lire [[Matériel]] et venir un samedi."),
    ("Matériel", "", "Enfumoir, lève-cadre, brosse, extracteur à quatre cadres. L'extracteur est chez Mireille."),
    ("Le marché du samedi", "", "Place de l'église, de huit heures à midi. Pot de cinq cents grammes : sept euros."),
    ("Membres", "", "Mireille (présidente), Antoine (trésorier), Yasmine (site et étiquettes), Paul (débutant)."),
    ("Pain d'épices de Mireille", "recette", "Deux cent cinquante grammes de miel, autant de farine de seigle, anis, une heure à four doux."),
    ("Hydromel", "recette", "Un kilo de miel pour trois litres d'eau, six semaines à la cave."),
    ("Bougies de cire", "recette", "Fondre les opercules au bain-marie, filtrer, couler autour d'une mèche de coton."),
)  # fmt: skip


def main(data: Path) -> None:
    """Writes the folder."""
    wiki = data / "carnet"
    (wiki / "tiddlers").mkdir(parents=True)
    (wiki / "tiddlywiki.info").write_text(json.dumps(WIKI), encoding="utf-8")
    notes = [(title, "", text) for title, text in SYSTEM.items()] + list(NOTES)
    for number, (title, tags, text) in enumerate(notes):
        stamp = f"202601{1 + number % 28:02}090000000"
        head = (
            f"title: {title}\ntags: {tags}\ncreated: {stamp}\nmodified: {stamp}\ncreator: Yasmine\nmodifier: Yasmine\n"
        )
        (wiki / "tiddlers" / f"{number:02}.tid").write_text(f"{head}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
