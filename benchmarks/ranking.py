"""`make bench-ranking`: the ranking protocol, tables on standard output. `--quick` takes a part of it, minutes less.

python -m benchmarks.ranking                                   all sections on the development windows
python -m benchmarks.ranking protocol --months 2025-06 2025-07   one section, other months
python -m benchmarks.ranking protocol --seeds 1                one draw of likes, as ranking.md's figures have it
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Collection

import numpy as np

from benchmarks import ranking_answers as answers
from benchmarks import ranking_protocol as table
from benchmarks.ranking_citeulike import citeulike
from benchmarks.ranking_csfcube import csfcube
from benchmarks.ranking_data import Window, need_data, windows
from benchmarks.ranking_loop import closed_loop
from benchmarks.ranking_table import Table
from recommender.metrics import interval
from recommender.replay import Replay

BY_MONTH = ("protocol", "daily", "ablation", "forgetting", "near-misses", "onboarding")
WHOLE = {"loop": closed_loop, "citeulike": citeulike, "csfcube": csfcube}
SECTIONS = (*BY_MONTH, *WHOLE)


def show_rows(title: str, rows: answers.Rows) -> None:
    print(f"\n{title}")
    for name, values in rows.items():
        low, high = interval(np.array(values))
        print(f"  {name:42s} {np.mean(values):.3f} [{low:.3f}, {high:.3f}]  n={len(values)}")


def fitted(window: Window) -> Replay:
    started = time.perf_counter()
    replay = Replay()
    replay.fit([window.records[i] for i in window.history])
    print(
        f"{window.month}: {len(window.history)} papers fitted in {time.perf_counter() - started:.0f} s, "
        f"{len(window.new)} new, {len(window.readers)} readers",
        flush=True,
    )
    return replay


def parsed() -> argparse.Namespace:
    """The command line. Sections that nobody knows end the program with the list of those that there are."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all of them unless named")
    parser.add_argument("--quick", action="store_true", help="one seed, fewer pairs and readers, no peers")
    parser.add_argument("--months", nargs="+", default=(), metavar="YYYY-MM", help="instead of the development windows")
    parser.add_argument("--seeds", type=int, help="draws of likes in the protocol's table: 2, with --quick 1")
    given = parser.parse_args()
    unknown = set(given.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    given.sections = given.sections or SECTIONS
    given.seeds = given.seeds or (1 if given.quick else 2)
    return given


def main() -> None:
    given = parsed()
    need_data()
    for name, section in WHOLE.items():
        if name in given.sections:
            section(quick=given.quick)
    if set(given.sections) & set(BY_MONTH):
        results = Results()
        for window in windows(given.months):
            if window.readers:
                results.measure(window, fitted(window), given.sections, seeds=given.seeds, quick=given.quick)
            else:
                print(f"{window.month}: no reader has 50 picks before it and 3 in it", flush=True)
        results.show()


class Results:
    """What the sections found, over all windows."""

    def __init__(self) -> None:
        self.table = Table()
        self.rows: dict[str, answers.Rows] = defaultdict(answers.new_rows)

    def measure(self, window: Window, replay: Replay, sections: Collection[str], *, seeds: int, quick: bool) -> None:
        """Run the `sections` on one window."""
        if "protocol" in sections:
            table.measure(window, replay, self.table, seeds=seeds, peers=not quick)
        if "daily" in sections:
            for count in (10, 50):
                hits = table.daily(window, replay, count)
                self.rows["daily view: a right paper among the day's best five"][f"{count} likes"] += hits
        if "ablation" in sections:
            table.ablation(
                window, replay, self.rows["ablation, with keywords: nDCG@10, mean over 1 to 50 likes, by reader"]
            )
        if "forgetting" in sections:
            apart = self.rows["forgetting, dissimilar pairs: A's papers in the first 20, nDCG@20 of B"]
            answers.forgetting(window, replay, apart, self.rows["forgetting, similar pairs"], 10 if quick else 40)
        if "near-misses" in sections:
            answers.near_misses(window, replay, self.rows["near misses, by number of likes"])
        if "onboarding" in sections:
            answers.onboarding(window, replay, self.rows["onboarding: nDCG@10"])

    def show(self) -> None:
        """Print all tables."""
        if self.table:
            table.show(self.table)
        for title, rows in self.rows.items():
            show_rows(title, rows)


if __name__ == "__main__":
    main()
