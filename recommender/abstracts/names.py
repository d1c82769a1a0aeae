"""The name that an abstract gives to what it adds, and the words that say what that is. Works on plain text.

A name is an acronym, a word with capitals inside, a Long Form (LF) whose letters fit, or a phrase that the sentence
itself explains in an apposition. Nothing is invented: every word is the text's own.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A name, its short form if it has one, and its gist: the words that explain it, '' if there are none.

    `is_clause` tells a gist that is a verb phrase of the name (`constrains …`) from one that stands beside it (`a …`).
    """

    name: str
    short: str
    gist: str
    is_clause: bool = False


_SHORT = r"[A-Za-z][\w³²-]{0,24}s?"
_LONG_SHORT = re.compile(rf"([^(),;:—]{{3,140}}?) \(({_SHORT})\)")
_SHORT_LONG = re.compile(rf"({_SHORT}) \(([^()]{{6,90}})\)")
_DETERMINER = re.compile(r"^(?:(?:a|an|the|our|its|their|two|three|four|several|new|novel|simple)\s)+", re.IGNORECASE)
_CALLED = re.compile(
    r",? (?:which we |that we |we )?(?:called|named|dubbed|termed|coined|call|term|name|dub|refer to as|denoted(?: as)?"
    r"|referred to as)\s+(?:the )?"
)
_EXPLAINS = re.compile(r"^(?:,| ?[—–:]) ?(?P<gist>(?:an?|the|one|our)\s.+)", re.IGNORECASE)
_RELATES = re.compile(r"^,? (?:which|that) (?P<clause>(?!we\b|is\b|are\b|can\b)\w+s\s.+)")
_FOLLOWS = re.compile(r"^,? (?P<gist>(?:as an?|for|by|with|built|based)\s.+)")
_PHRASE = re.compile(r"^(?P<name>[^,;:()—.]{3,60}?)(?P<rest>(?:, | ?— ?|: )(?:an?|the)\s.+)")
_CAPITALISED = re.compile(r"(?:[A-Z][\w-]*)(?: (?:(?:of|the|for|in|and|to|with|through|by|via) )*[A-Z][\w-]*)+")
_LATE = re.compile(r"^(?P<gist>an? [^,;:()—]{3,90}), (?:the )?(?P<name>[^,;:()—]{2,60}?)(?P<rest>, .+|\.|$)")
_DEPENDENT = re.compile(
    r"\b(?:that|which|using|for|of|with|by|on|in|to|via|from|into|leveraging|at|through|over|across|(?<!this )as"
    r"|is|are)\b"
)
_VERBAL = re.compile(r"\b(?:that|which|is|are|by|how|whether|when|where|we|can|to)\b")


def is_namelike(word: str) -> bool:
    """Whether a word looks coined: two capitals, a capital inside, or a capital with a digit."""
    core = word.strip("()[],.;:'’\"“”")
    capitals = sum(char.isupper() for char in core)
    return capitals >= 2 or (capitals == 1 and (not core[0].isupper() or any(char.isnumeric() for char in core)))


def named(target: str) -> Named | None:
    """The name in the object of a sentence such as `We propose …`, if it has one."""
    target = target.rstrip(".")
    for rule in (_called, _short_first, _long_and_short, _coined, _late, _capital_phrase, _explained):
        found = rule(target)
        if found is not None:
            return found
    return None


def long_form(words: str, short: str) -> str:
    """The shortest ending of `words` whose letters spell `short`, or '' (after Schwartz and Hearst, 2003)."""
    letters = [char.lower() for char in short.rstrip("s") if char.isalnum()]
    parts = words.split()
    for start in range(len(parts) - 1, -1, -1):
        candidate = " ".join(parts[start:])
        if letters and candidate[:1].lower() == letters[0] and _spells(candidate.lower(), letters):
            return candidate
    return ""


def _spells(text: str, letters: list[str]) -> bool:
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if at == 0:
            return False
    return True


def _called(target: str) -> Named | None:
    """`an algorithm called NAME with …`"""
    match = _CALLED.search(target, 0, 160)
    if match is None:
        return None
    inner = named(target[match.end() :]) or _leading(target[match.end() :])
    described = target[: match.start()]
    if inner is None or not described:
        return inner
    return Named(inner.name, inner.short, described + " " + inner.gist if inner.gist.startswith("with ") else described)


def _leading(text: str) -> Named | None:
    words = re.match(r"[^,;:.()—]{2,40}?(?=[,;:.()—]| (?:that|which|with|for|to|by|in)\b|$)", text)
    return _with_rest(words.group(), "", text[words.end() :]) if words else None


def _short_first(target: str) -> Named | None:
    """`C2R (Coarse-to-Real), a …`"""
    bare = _DETERMINER.sub("", target)
    match = _SHORT_LONG.match(bare)
    if match is None or not is_namelike(match.group(1)) or " " not in match.group(2).replace("-", " "):
        return None
    return _with_rest(match.group(), match.group(1), bare[match.end() :])


def _long_and_short(target: str) -> Named | None:
    """`Long Form (LF), a …`, in the object's first phrase."""
    match = _LONG_SHORT.match(target)
    if match is None or not any(char.isupper() for char in match.group(2)):
        return None
    full = long_form(_DETERMINER.sub("", match.group(1)), match.group(2))
    if not full or _VERBAL.search(full):
        return None
    before = target[: match.end(1) - len(full)].strip()
    if _DEPENDENT.search(before.removeprefix("as ")) or target.startswith("-", match.end()):
        return None
    found = _with_rest(f"{full} ({match.group(2)})", match.group(2), target[match.end() :])
    described = len(_DETERMINER.sub("", before + " ").split()) > 2
    return Named(found.name, found.short, before) if described and not found.gist else found


def _coined(target: str) -> Named | None:
    """`NAME, a …`, `NAME: a …`, `NAME, which …`"""
    bare = _DETERMINER.sub("", target)
    match = re.match(r"(?:[A-Z][\w-]* )?([\w³²-]+)(?=[,:;.—]| ?—| (?:that|which|to|as|for)\b|$)", bare)
    if match is None or not is_namelike(match.group(1)):
        return None
    return _with_rest(match.group(), "", bare[match.end() :])


def _late(target: str) -> Named | None:
    """`a tabular foundation model, NAME, built on …`"""
    match = _LATE.match(target)
    if match is None or not (is_namelike(match["name"].split()[0]) or _CAPITALISED.fullmatch(match["name"])):
        return None
    more = re.match(r"^, ((?:built|based|trained|designed|consisting|with|for)\b.+)", match["rest"])
    return Named(match["name"], "", f"{match['gist']} {more.group(1)}" if more else match["gist"])


def _capital_phrase(target: str) -> Named | None:
    """`Seeing the Unseen, a …`"""
    bare = _DETERMINER.sub("", target)
    match = _CAPITALISED.match(bare)
    found = _with_rest(match.group(), "", bare[match.end() :]) if match else None
    return found if found and found.gist else None


def _explained(target: str) -> Named | None:
    """`coarse learnability, a statistical assumption that …`: a short phrase the sentence goes on to explain."""
    match = _PHRASE.match(target)
    if match is None:
        return None
    name = _DETERMINER.sub("", match["name"])
    if len(name.split()) > 5 or _VERBAL.search(name) or match["name"].lower().startswith(("a ", "an ")):
        return None
    return _with_rest(name, "", match["rest"])


def _with_rest(name: str, short: str, rest: str) -> Named:
    """The name with the gist that the words behind it hold."""
    clause = _RELATES.match(rest)
    if clause:
        return Named(name, short, clause["clause"], is_clause=True)
    beside = _EXPLAINS.match(rest) or _FOLLOWS.match(rest)
    return Named(name, short, beside["gist"] if beside else "")
