"""What people type and what comes back, over the seeds."""

import re

import pytest

from bot import standing
from bot.commands.papers import VISIBLE
from bot.message import Bars, Message, Tone
from db.models import ActKind, Answer
from tests.conftest import Chat


def numbers(reply: str) -> list[str]:
    return re.findall(r"^(\d+)\. ", reply, re.MULTILINE)


def titles(message: Message) -> list[int]:
    return [card.paper for card in message.cards]


def test_nothing_known_gives_a_varied_selection_and_says_so(chat: Chat) -> None:
    reply = chat("today")
    assert "I know nothing of your interests yet" in reply
    assert numbers(reply) == ["1", "2", "3", "4", "5"]


def test_a_followed_topic_decides_the_next_list(chat: Chat) -> None:
    chat("follow diffusion models")
    reply = chat("today 3")
    assert reply.lower().count("diffusion") >= 3
    assert "why: " in reply


def test_two_followed_topics_share_the_first_list(chat: Chat) -> None:
    chat("follow diffusion models")
    chat("follow sparse autoencoders")
    reasons = re.findall(r"^why: (.*)$", chat("today 5"), re.MULTILINE)
    assert 1 < sum("sparse autoencoders" in reason for reason in reasons) < 5
    assert 1 < sum("diffusion models" in reason for reason in reasons) < 5


def test_a_like_changes_the_next_list_at_once(chat: Chat) -> None:
    chat("follow diffusion models")
    before = titles(chat.message("today 5"))
    assert "More like" in chat("like 5")
    after = titles(chat.message("today 5"))
    assert before != after
    assert before[4] not in after


def test_what_is_answered_never_comes_back(chat: Chat) -> None:
    first = titles(chat.message("today 4"))
    for command in ("like 1", "dislike 2", "known 3", "save 4"):
        chat(command)
    assert not set(first) & set(titles(chat.message("today 20")))


def test_an_answer_twice_is_harmless(chat: Chat) -> None:
    chat("today")
    chat("like 1")
    assert "nothing changed" in chat("like 1")
    assert len(standing.liked(chat.services.store.feedback.active(chat.tenant, chat.context().profile.key))) == 1


def test_the_last_opinion_counts(chat: Chat) -> None:
    chat("today")
    chat("like 1")
    chat("dislike 1")
    events = chat.services.store.feedback.active(chat.tenant, chat.context().profile.key)
    assert standing.opinion(events, events[0].paper) is Answer.DISLIKE


def test_undo_takes_back_one_thing_at_a_time_until_nothing_is_left(chat: Chat) -> None:
    chat("follow diffusion")
    before = chat.message("today 5")
    chat("like 2")
    assert "Taken back: like" in chat("undo")
    assert titles(chat.message("today 5")) == titles(before)
    assert "Taken back: follow" in chat("undo")
    assert "nothing to undo" in chat("undo")


def test_search_finds_and_numbers_what_it_finds(chat: Chat) -> None:
    reply = chat("search sparse autoencoders")
    assert numbers(reply)
    assert "sparse autoencoder" in reply.lower()
    assert "is saved" in chat("save 1")


@pytest.mark.parametrize("nasty", ['"', "NOT", "(((", "*", "a AND", "💥", "author:", "after:", "x" * 20_000])
def test_no_search_is_an_error(chat: Chat, nasty: str) -> None:
    assert "Something went wrong" not in chat(f"search {nasty}")


def test_a_wrong_date_in_a_search_is_named(chat: Chat) -> None:
    assert "“yesterday” is no day" in chat("search diffusion after:yesterday")


def test_similar_never_holds_the_paper_itself(chat: Chat) -> None:
    first = titles(chat.message("search diffusion"))[0]
    similar = titles(chat.message("similar 1"))
    assert similar
    assert first not in similar


def test_why_accounts_for_the_score_by_words_and_by_papers(chat: Chat) -> None:
    chat("search diffusion")
    chat("like 1")
    chat("like 2")
    chat("today")
    reply = chat("why 1")
    assert "Its score for “main” is" in reply
    assert "by its words" in reply
    assert "by your papers" in reply
    assert re.search(r"It stands at 1 of \d+ open papers", reply)


def test_why_names_the_filters_that_apply(chat: Chat) -> None:
    chat("search diffusion")
    chat("dislike 1")
    assert "you answered “dislike”" in chat("why 1")
    chat("mute diffusion")
    assert "you muted diffusion" in chat("why 2")


def by_words(chat: Chat) -> list[float]:
    """The bars of the first account of the first paper, as shares of the longest."""
    return [bar.share for part in chat.message("why 1").parts[:3] if isinstance(part, Bars) for bar in part.bars]


def test_why_draws_no_bar_that_cannot_be_seen(chat: Chat) -> None:
    chat("follow sparse autoencoders")
    chat("today 1")
    assert by_words(chat)
    assert all(abs(share) > VISIBLE for share in by_words(chat))


def test_why_has_what_speaks_for_a_paper_first_the_strongest_before_all(chat: Chat) -> None:
    chat("search sparse")
    chat("like 1")
    chat("today 1")
    shares = by_words(chat)
    assert len(shares) > 2
    assert shares[0] == max(shares) == 1


def test_a_number_without_a_list_says_so(chat: Chat) -> None:
    assert "you have had no list yet" in chat("like 3")
    chat("today 2")
    assert "there is no number 3" in chat("like 3")
    assert "“1, 2” are several papers: name one at a time" in chat("like 1, 2")


def test_a_paper_is_named_by_id_key_or_title(chat: Chat) -> None:
    message = chat.message("search sparse autoencoders")
    paper = chat.services.store.papers.get(message.cards[0].paper)
    assert paper is not None
    for name in (paper.id, paper.title, paper.title.upper()):
        assert "More like" in chat(f"like {name}") or "nothing changed" in chat(f"like {name}")


def test_an_ambiguous_title_gets_the_candidates_and_a_button_each(chat: Chat) -> None:
    message = chat.message("like models")
    assert message.tone is Tone.ERROR
    buttons = message.parts[-1]
    assert "Which one?" in chat("like models")
    assert "More like" in chat.press(buttons.actions[0].press)  # type: ignore[union-attr]


def test_an_id_we_do_not_hold_is_named(chat: Chat) -> None:
    assert "I don't have arxiv:2501.01234" in chat("like https://arxiv.org/abs/2501.01234v2")


def test_follows_and_mutes_are_shown_and_removed(chat: Chat) -> None:
    chat("follow author:Ann Li")
    chat("follow sparse autoencoders")
    chat("mute biology")
    shown = chat("profile")
    assert "author:Ann Li" in shown
    assert "mutes “biology”" in shown
    assert "Removed: mute “biology”" in chat("remove biology")
    assert "Removed: follow author:Ann Li" in chat("remove author:ann li")
    assert "Ann Li" not in chat("profile")


def test_a_mute_says_what_it_hides_and_lists_it_with_a_way_back(chat: Chat) -> None:
    reply = chat("mute diffusion")
    count = int(re.search(r"hides (\d+) paper", reply)[1])  # type: ignore[index]
    assert count > 3
    listed = chat.message("muted")
    assert "that was wrong" in chat("muted").lower()
    presses = [action.press for part in listed.parts for action in getattr(part, "actions", ())]
    assert "may be shown again" in chat.press(presses[0])
    assert f"{count - 1} papers hidden" in chat("muted")


def test_a_mute_of_whole_words_leaves_longer_words_alone(chat: Chat) -> None:
    assert "hides 0 papers" in chat("mute diffus")


def test_several_interests_are_learned_apart(chat: Chat) -> None:
    chat("interests add proteins")
    chat("interests use proteins")
    chat("search protein")
    chat("like 1")
    chat("interests use main")
    chat("search diffusion")
    chat("follow diffusion models")
    chat("like 2")
    listed = chat("interests")
    assert "→ main" in listed
    assert "proteins | 1" in listed


def test_interests_refuse_bad_names_and_the_removal_of_the_last(chat: Chat) -> None:
    assert "already have an interest" in chat("interests add Main")
    assert "1 to 40 characters" in chat(f"interests add {'x' * 41}")
    assert "only interest" in chat("interests remove main")
    chat("interests add two")
    chat("interests rename two three")
    assert "New answers go to “three”" in chat("interests remove main")


def test_the_library_is_listed_searched_and_exported(chat: Chat) -> None:
    assert "saved nothing yet" in chat("saved")
    chat("search diffusion")
    chat("save 1")
    chat("save 2")
    assert "2 saved papers" in chat("saved")
    for form, start in (("bibtex", "@misc{"), ("ris", "TY  - GEN"), ("csv", "id,title")):
        exported = chat(f"saved export {form}")
        assert start in exported
        assert "derived from the abstract" in exported


def test_a_reset_forgets_everything_and_undo_brings_it_back(chat: Chat) -> None:
    chat("follow diffusion")
    chat("search diffusion")
    chat("like 1")
    before = titles(chat.message("today 5"))
    assert "no longer counts" in chat("profile reset")
    assert "learned nothing" in chat("profile")
    assert "reset of 1 answer and 1 rule" in chat("undo")
    assert titles(chat.message("today 5")) == before


def test_help_lists_every_visible_command_and_explains_each(chat: Chat) -> None:
    listed = chat("help")
    for command in chat.services.registry.visible():
        assert command.name in listed
        assert command.usage in chat(f"help {command.name}")


def test_people_do_not_see_each_other(chat: Chat) -> None:
    chat("follow zebrafish")
    chat("interests add secret")
    other = chat.someone_else("bob")
    for command in ("profile", "interests", "saved", "muted", "today", "undo"):
        reply = other(command)
        assert "zebrafish" not in reply
        assert "secret" not in reply


def test_an_admin_command_is_refused_to_others(chat: Chat) -> None:
    from bot.command import Command, Flood, Role
    from bot.parse import Call

    hidden = Command("explode", "papers-admin", "", (), Role.ADMIN, Flood.PLAIN, "", "", False, lambda _: Message())
    message = chat.dispatcher.call(chat.context(), Call(hidden))
    assert message.tone is Tone.ERROR


def test_a_fault_of_ours_is_a_number_for_the_admin(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    from bot.command import Command, Flood, Role
    from bot.parse import Call

    def broken(context: object) -> Message:
        raise RuntimeError("boom")

    call = Call(Command("broken", "papers", "", (), Role.PERSON, Flood.PLAIN, "", "", False, broken))
    message = chat.dispatcher.call(chat.context(), call)
    number = re.search(r"under ([0-9a-f]{8})", str(message))
    assert number
    assert number[1] in caplog.text
    assert "boom" not in str(message)


def test_too_many_commands_are_slowed_down_but_answers_to_cards_last(chat: Chat) -> None:
    from db.models import Tenant

    guest = chat.someone_else("U1", Tenant("slack", "T1"))
    guest("today")
    replies = [guest("today") for _ in range(6)]
    assert "try again in" in replies[-1]
    assert not any("try again" in guest(f"{verb} 1") for verb in ("like", "dislike") for _ in range(10))


def test_every_act_of_a_person_can_be_undone(chat: Chat) -> None:
    chat("today")
    for command in ("like 1", "save 2", "known 3", "follow x", "mute y", "remove x", "profile reset"):
        chat(command)
        act = chat.services.store.feedback.last_act(chat.tenant, chat.context().profile.key)
        assert act is not None
        assert act.kind in ActKind
        assert "Taken back" in chat("undo")
        chat(command)


def test_a_mute_of_nothing_but_an_end_is_asked_what_it_is_about(chat: Chat) -> None:
    assert "Please name a word" in chat("mute for 30d")


def test_the_first_answer_says_what_it_teaches_and_the_second_does_not(chat: Chat) -> None:
    chat("today 3")
    assert "and from nothing else" in chat("like 1")
    assert "and from nothing else" not in chat("like 2")
