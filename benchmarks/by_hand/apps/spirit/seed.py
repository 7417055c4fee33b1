"""Makes the board of a bicycle club: five members, four categories, thirteen topics, a poll, likes."""

import sys
from pathlib import Path

import django
from django.core.management import call_command

CATEGORIES = ("Rides", "Workshop", "Marketplace", "Club life")
TOPICS = [
    (
        "Rides",
        "Sunday ride to the lake",
        "bo",
        [
            ("bo", "62 km, flat, we start at 9:00 at the old station."),
            ("cy", "I am in. Is there a café on the way?"),
            ("bo", "Yes, at kilometre 31, it opens at 11:00."),
        ],
    ),
    (
        "Rides",
        "Night ride in December",
        "dee",
        [
            ("dee", "Lights are a must. 28 km on forest tracks."),
            ("eli", "Which day?"),
            ("dee", "Friday the 11th, 18:30 at the water tower."),
        ],
    ),
    (
        "Rides",
        "Gravel weekend: which route?",
        "cy",
        [
            ("cy", "Please vote.\n\n[poll name=route]\n1. North loop\n2. River trail\n3. Three hills\n[/poll]"),
        ],
    ),
    (
        "Workshop",
        "Squeaking disc brake",
        "eli",
        [
            ("eli", "Front brake squeaks when wet."),
            ("bo", "Clean the rotor with alcohol and sand the pads lightly."),
            ("cy", "Check that the caliper is centred too."),
        ],
    ),
    ("Workshop", "Which chain lube for winter?", "bo", [("bo", "Wax or oil?"), ("dee", "Oil below 5 degrees.")]),
    ("Workshop", "Tubeless on old rims", "cy", [("cy", "Does it hold?"), ("eli", "Mine did not.")]),
    (
        "Marketplace",
        "For sale: steel frame 56 cm",
        "dee",
        [
            ("dee", "Lugged steel, green, 140 euros."),
            ("bo", "Would you take 120?"),
            ("dee", "130 and it is yours."),
        ],
    ),
    ("Marketplace", "Wanted: child seat", "eli", [("eli", "For a rear rack, please.")]),
    ("Marketplace", "CHEAP WATCHES best price!!!", "spam4u", [("spam4u", "Buy now. Best watches of the world.")]),
    (
        "Club life",
        "Minutes of the November meeting",
        "bo",
        [
            (
                "bo",
                "Present: 14 members. The fee stays at 36 euros a year. The tool library opens on Thursdays, 17 to 19.",
            ),
        ],
    ),
    (
        "Club life",
        "Winter party",
        "dee",
        [
            ("dee", "5 December, 19:00, at the boathouse. Who brings what?"),
            ("cy", "I bring soup."),
            ("eli", "Bread and cheese."),
        ],
    ),
    ("Club life", "Lost glove", "eli", [("eli", "Left hand, blue. Found it, thanks!")]),
    ("Club life", "Question about my saddle", "cy", [("cy", "It creaks on every climb. Grease, or a new one?")]),
]
PEOPLE = ("ada", "bo", "cy", "dee", "eli", "spam4u")
VOTES = {"bo": 0, "dee": 1, "eli": 1}


def main(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)
    people = {name: person(name) for name in PEOPLE}
    topics(people)
    votes(people)
    call_command("rebuild_index", interactive=False, verbosity=0)


def person(name: str) -> object:
    from django.contrib.auth import get_user_model

    made = get_user_model().objects.create_user(name, f"{name}@wheel.example", "saddle")
    made.st.is_verified = True
    made.st.is_moderator = name == "ada"
    made.st.save()
    return made


def topics(people: dict[str, object]) -> None:
    from spirit.category.models import Category
    from spirit.comment.forms import CommentForm
    from spirit.comment.like.models import CommentLike
    from spirit.comment.models import Comment
    from spirit.topic.models import Topic

    Category.objects.filter(title="Uncategorized").delete()
    categories = {title: Category.objects.create(title=title) for title in CATEGORIES}
    for category, title, author, comments in TOPICS:
        topic = Topic.objects.create(title=title, category=categories[category], user=people[author])
        for name, text in comments:
            form = CommentForm(user=people[name], topic=topic, data={"comment": text})
            assert form.is_valid(), form.errors
            form.save()
        Topic.objects.filter(pk=topic.pk).update(comment_count=len(comments))
    liked = Comment.objects.get(comment__startswith="Clean the rotor")
    CommentLike.objects.create(user=people["eli"], comment=liked)
    liked.increase_likes_count()


def votes(people: dict[str, object]) -> None:
    from spirit.comment.poll.models import CommentPollChoice, CommentPollVote

    choices = list(CommentPollChoice.objects.order_by("number"))
    for name, number in VOTES.items():
        CommentPollVote.objects.create(voter=people[name], choice=choices[number])
        CommentPollChoice.objects.filter(pk=choices[number].pk).update(vote_count=choices[number].vote_count + 1)
        choices[number].refresh_from_db()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
