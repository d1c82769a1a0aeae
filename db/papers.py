"""Papers and the names by which sources know them; full-text search. Shared by all workspaces, so no tenant here."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlite_utils import Database

from db.models import Paper, SourceId
from db.rows import (
    Row,
    as_json,
    from_json,
    insert,
    instant,
    marks,
    moment,
    optional_date,
    optional_instant,
    optional_moment,
    select,
)

MAX_WORDS = 32
MAX_WORD_LENGTH = 64
VARIABLES_A_QUERY = 500
NO_PAPERS = -1
LIBRARY = "library"
"""The source of papers that only people's libraries told of: found by id and among one's own, offered to nobody."""


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for: words in title, abstract and authors, and the fields that narrow it."""

    words: str = ""
    author: str = ""
    category: str = ""
    source: str = ""
    after: datetime | None = None
    among: tuple[int, ...] | None = None


class Papers:
    """The papers table, its names and its index. Copies merged into another paper are led to that one."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, paper: Paper, ids: Iterable[SourceId]) -> Paper:
        """Store a new paper under its names; returns it with its key."""
        key = insert(self.db, "papers", row_of(paper))
        for name in ids:
            self.name(key, name)
        return replace(paper, key=key)

    def update(self, paper: Paper) -> None:
        """Replace what a stored paper says (a new version, a withdrawal); its id and first sight stay."""
        row = row_of(paper)
        kept = {"public_id", "first_seen", "source"}
        changes = ", ".join(f"{name} = :{name}" for name in row if name not in kept)
        self.db.execute(f"UPDATE papers SET {changes} WHERE id = :key", {**row, "key": paper.key})

    def adopt(self, key: int, source: str, first_seen: datetime) -> None:
        """A paper known from people's libraries alone has come in through a source: from now on it is new to all."""
        self.db.execute("UPDATE papers SET source = ?, first_seen = ? WHERE id = ?", [source, instant(first_seen), key])

    def name(self, key: int, name: SourceId) -> None:
        """Let a source's name lead to this paper; the highest version seen is kept."""
        self.db.execute(
            "INSERT INTO paper_ids(kind, value, paper, version) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, value) DO UPDATE SET paper = excluded.paper, version = max(version, excluded.version)",
            [name.kind, name.value, key, name.version],
        )

    def names(self, key: int) -> list[SourceId]:
        """All names of a paper."""
        rows = self.db.execute("SELECT kind, value, version FROM paper_ids WHERE paper = ? ORDER BY kind, value", [key])
        return [SourceId(*row) for row in rows]

    def by_name(self, name: SourceId) -> Paper | None:
        """The paper that a source's name leads to."""
        return self._one("JOIN paper_ids n ON n.paper = p.id WHERE n.kind = ? AND n.value = ?", [name.kind, name.value])

    def by_id(self, public_id: str) -> Paper | None:
        """The paper with this public id, its own or that of a copy merged into it."""
        paper = self._one("WHERE p.public_id = ?", [public_id])
        if paper is None:
            kind, _, value = public_id.partition(":")
            paper = self.by_name(SourceId(kind, value))
        return paper

    def get(self, key: int) -> Paper | None:
        """The paper with this key, or the one it was merged into."""
        return self._one("WHERE p.id = ?", [key])

    def many(self, keys: Sequence[int]) -> list[Paper]:
        """The papers with these keys, in the order asked; unknown keys are left out."""
        found: dict[int, Paper] = {}
        for start in range(0, len(keys), VARIABLES_A_QUERY):
            part = list(keys[start : start + VARIABLES_A_QUERY])
            for row in select(self.db, f"SELECT * FROM papers WHERE id IN ({marks(len(part))})", part):
                found[row["id"]] = _paper(row)
        return [found[key] for key in keys if key in found]

    def offered(self, keys: Sequence[int]) -> list[Paper]:
        """Those of these papers that may be offered to anybody: no copies, none withdrawn, none from libraries alone.

        In the order asked.
        """
        rows = select(
            self.db,
            "SELECT id FROM papers WHERE id IN (SELECT value FROM json_each(?)) "
            "AND merged_into IS NULL AND NOT withdrawn AND source <> ?",
            [str(list(keys)), LIBRARY],
        )
        open_keys = {row["id"] for row in rows}
        return self.many([key for key in keys if key in open_keys])

    def after(self, key: int, limit: int) -> list[Paper]:
        """Up to `limit` papers with greater keys, in order of keys; copies left out, those from libraries not."""
        rows = select(
            self.db, "SELECT * FROM papers WHERE id > ? AND merged_into IS NULL ORDER BY id LIMIT ?", [key, limit]
        )
        return [_paper(row) for row in rows]

    def recent(self, limit: int = NO_PAPERS, *, source: str = "") -> list[Paper]:
        """The papers last seen first, copies left out; a negative limit means all."""
        rows = select(
            self.db,
            f"SELECT * FROM papers WHERE merged_into IS NULL AND source <> ? {'AND source = ?' if source else ''} "
            "ORDER BY first_seen DESC, id DESC LIMIT ?",
            [LIBRARY, *([source] if source else []), limit],
        )
        return [_paper(row) for row in rows]

    def seen_between(self, since: datetime, until: datetime) -> list[Paper]:
        """Papers first seen after `since` and not after `until`, oldest first; withdrawn ones and copies left out."""
        rows = select(
            self.db,
            "SELECT * FROM papers WHERE merged_into IS NULL AND NOT withdrawn AND source <> ? "
            "AND first_seen > ? AND first_seen <= ? ORDER BY first_seen, id",
            [LIBRARY, instant(since), instant(until)],
        )
        return [_paper(row) for row in rows]

    def count(self) -> int:
        """How many works there are that `recent` would give."""
        row = self.db.execute("SELECT count(*) FROM papers WHERE merged_into IS NULL AND source <> ?", [LIBRARY])
        return int(row.fetchone()[0])

    def last_key(self) -> int:
        """The highest key given so far, 0 when there is no paper: a quick measure of how many there are."""
        return int(self.db.execute("SELECT coalesce(max(id), 0) FROM papers").fetchone()[0])

    def merge(self, copy: int, work: int) -> None:
        """Lead a copy's names and feedback to the work. The copy's row stays, so that old buttons still find it."""
        self.db.execute("UPDATE paper_ids SET paper = ? WHERE paper = ?", [work, copy])
        self.db.execute("UPDATE feedback SET paper = ? WHERE paper = ?", [work, copy])
        self.db.execute("UPDATE papers SET merged_into = ? WHERE merged_into = ? OR id = ?", [work, copy, copy])

    def search(self, query: Search, limit: int = 20) -> list[Paper]:
        """Papers that match, best first. All words first; where no paper has them all, any of them."""
        words = search_words(query.words)
        if query.words.strip() and not words:
            return []
        for joint in (" ", " OR "):
            rows = self._search(joint.join(f'"{word}"' for word in words), query, limit)
            if rows or len(words) < 2:
                break
        return [_paper(row) for row in rows]

    def _search(self, match: str, query: Search, limit: int) -> list[Row]:
        clauses, values = ["p.merged_into IS NULL"], []
        author = " ".join(f'"{word}"' for word in search_words(query.author))
        both = [part for part in (match and f"({match})", author and f"authors : ({author})") if part]
        for clause, value in (
            ("papers_fts MATCH ?", " AND ".join(both)),
            ("EXISTS (SELECT 1 FROM json_each(p.categories) c WHERE lower(c.value) = lower(?))", query.category),
            ("p.source = ?", query.source.lower()),
            ("p.first_seen > ?", optional_instant(query.after)),
        ):
            if value:
                clauses.append(clause)
                values.append(value)
        if query.among is not None:
            clauses.append("p.id IN (SELECT value FROM json_each(?))")
            values.append(str(list(query.among)))
        else:
            clauses.append("p.source <> ?")
            values.append(LIBRARY)
        order = "bm25(papers_fts, 4.0, 1.0, 2.0), " if both else ""
        table = "papers_fts f JOIN papers p ON p.id = f.rowid" if both else "papers p"
        return select(
            self.db,
            f"SELECT p.* FROM {table} WHERE {' AND '.join(clauses)} "
            f"ORDER BY {order}p.first_seen DESC, p.id DESC LIMIT ?",
            [*values, limit],
        )

    def titled(self, words: str, limit: int = 10) -> list[Paper]:
        """Papers whose title holds all the words, best first."""
        terms = " ".join(f'"{word}"' for word in search_words(words))
        if not terms:
            return []
        return [_paper(row) for row in self._search(f"title : ({terms})", Search(), limit)]

    def _one(self, where: str, values: list[object]) -> Paper | None:
        rows = select(
            self.db,
            "SELECT w.* FROM papers w WHERE w.id = "
            f"(SELECT coalesce(p.merged_into, p.id) FROM papers p {where} LIMIT 1)",
            values,
        )
        return _paper(rows[0]) if rows else None


def search_words(text: str) -> list[str]:
    """The words of a query: letters and digits only, at most MAX_WORDS of MAX_WORD_LENGTH characters.

    Nothing of the search engine's own syntax survives, so no text from outside can be an operator or an error.
    """
    return [word[:MAX_WORD_LENGTH] for word in re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text))[:MAX_WORDS]]


def row_of(paper: Paper) -> Row:
    """A paper's columns, the key apart."""
    return {
        "public_id": paper.id,
        "source": paper.source,
        "title": paper.title,
        "title_is_ours": int(paper.title_is_ours),
        "summary": paper.summary,
        "abstract": paper.abstract,
        "raw_title": paper.raw_title,
        "raw_abstract": paper.raw_abstract,
        "authors": as_json(paper.authors),
        "categories": as_json(paper.categories),
        "url": paper.url,
        "submitted": optional_instant(paper.submitted),
        "announced": None if paper.announced is None else paper.announced.isoformat(),
        "first_seen": instant(paper.first_seen),
        "version": paper.version,
        "withdrawn": int(paper.withdrawn),
        "licence": paper.licence,
        "venue": paper.venue,
    }


def _paper(row: Row) -> Paper:
    return Paper(
        key=row["id"],
        id=row["public_id"],
        source=row["source"],
        title=row["title"],
        title_is_ours=bool(row["title_is_ours"]),
        summary=row["summary"],
        abstract=row["abstract"],
        raw_title=row["raw_title"],
        raw_abstract=row["raw_abstract"],
        authors=from_json(row["authors"]),
        categories=from_json(row["categories"]),
        url=row["url"],
        submitted=optional_moment(row["submitted"]),
        announced=optional_date(row["announced"]),
        first_seen=moment(row["first_seen"]),
        version=row["version"],
        withdrawn=bool(row["withdrawn"]),
        licence=row["licence"],
        venue=row["venue"],
    )
