"""Tags: by which words a task is known as a rule's business."""

from __future__ import annotations

from cicatrix.core.tags import MAX_TAGS, tags

LESSON = "Open with the reader's pain point, and put the hashtags at the end."


def test_the_kind_of_work_makes_tags_and_not_its_topic() -> None:
    found = tags(LESSON, ["Write a LinkedIn post about the autumn webinar."])
    assert {"linkedin", "post", "hashtag", "reader"} <= set(found)
    assert not {"webinar", "autumn", "write", "open"} & set(found)


def test_with_several_tasks_only_what_they_share_counts() -> None:
    found = tags(LESSON, ["Write a LinkedIn post", "Draft a long LinkedIn post", "Write a LinkedIn carousel post"])
    assert found[:2] == ("linkedin", "post")
    assert "carousel" not in found


def test_what_sentence_and_task_share_comes_first() -> None:
    assert (
        tags("Tickets that mention an invoice go to billing.", ["Triage ticket 4127: invoice paid twice"])[0]
        == "ticket"
    )


def test_whom_the_work_is_for_is_no_tag() -> None:
    assert tags("Nothing goes out on weekends.", ["Schedule the launch for Harbour Foods"]) == (
        "schedul",
        "launch",
        "weekend",
    )
    assert "harbour" in tags("Ask first.", ["for Harbour Foods"])


def test_a_task_that_is_all_topic_gives_what_it_has() -> None:
    assert "beta" in tags("Name the price.", ["About the beta"])
    assert tags("Name the price.", []) == ("price",)


def test_numbers_and_dates_are_no_tags_and_there_are_never_many() -> None:
    found = tags("Ship 12 crates in November at 9.30 to " + " ".join(f"place{chr(97 + n)}" for n in range(20)), [])
    assert len(found) == MAX_TAGS
    assert not {"12", "9.30", "novemb"} & set(found)


def test_small_words_of_other_languages_are_no_tags() -> None:
    assert tags("Rechnungen dürfen nie ohne Freigabe von Frau Keller bezahlt werden.", []) == (
        "rechnungen",
        "keller",
        "bezahlt",
    )
    assert tags("No publiques nada los domingos sin permiso de Lucía.", []) == ("publiqu", "domingo", "lucia")
    assert tags("Ne mets jamais de noix sans prévenir la salle.", []) == ("noix", "prevenir", "sall")
    assert "die" in tags("Sharpen the die before each run.", [])  # a tool in English, an article in German


def test_a_reason_gives_no_tags() -> None:
    assert "weekend" not in tags("Do not deploy on Friday afternoons, we have nobody on call over the weekend.", [])
