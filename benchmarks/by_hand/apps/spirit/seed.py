"""Makes the board of a bicycle club: five members, four categories, thirteen topics, a poll, likes."""

import json
import sys
from pathlib import Path

import django
from django.core.management import call_command

CATEGORIES = ("Rides", "Workshop", "Marketplace", "Club life")
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
TOPICS = CONTENT["topics"]
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
