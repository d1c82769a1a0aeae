"""`make bench-ranking`: the ranking protocol, tables on standard output. `--quick` takes a part of it, minutes less."""

import argparse
import time
from collections import defaultdict

import numpy as np

from benchmarks import ranking_answers as answers
from benchmarks import ranking_protocol as table
from benchmarks.ranking_data import Window, need_data, windows
from benchmarks.ranking_loop import closed_loop
from recommender.metrics import interval
from recommender.replay import Replay

SECTIONS = ("protocol", "daily", "ablation", "forgetting", "near-misses", "onboarding", "loop")


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


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("sections", nargs="*", default=SECTIONS, help=f"of {', '.join(SECTIONS)}")
    arguments.add_argument("--quick", action="store_true", help="one seed, fewer pairs and readers, no peers")
    given = arguments.parse_args()
    need_data()
    results = Results()
    for number, window in enumerate(windows()):
        results.measure(window, fitted(window), given.sections, quick=given.quick, first=number == 0)
    results.show()


class Results:
    """What the sections found, over all windows."""

    def __init__(self) -> None:
        self.scores = table.new_table()
        self.rows: dict[str, answers.Rows] = defaultdict(answers.new_rows)

    def measure(self, window: Window, replay: Replay, sections: list[str], *, quick: bool, first: bool) -> None:
        """Run the `sections` on one window."""
        if "protocol" in sections:
            table.measure(window, replay, self.scores, seeds=1 if quick else 2, peers=not quick)
        if "daily" in sections:
            for count in (10, 50):
                hits = table.daily(window, replay, count)
                self.rows["daily view: a right paper among the day's best five"][f"{count} likes"] += hits
        if "ablation" in sections:
            table.ablation(window, replay, self.rows["ablation, with keywords: nDCG@10, mean over 1 to 50 likes"])
        if "forgetting" in sections:
            apart = self.rows["forgetting, dissimilar pairs: A's papers in the first 20, nDCG@20 of B"]
            answers.forgetting(window, replay, apart, self.rows["forgetting, similar pairs"], 10 if quick else 40)
        if "near-misses" in sections:
            answers.near_misses(window, replay, self.rows["near misses, by number of likes"])
        if "onboarding" in sections:
            answers.onboarding(window, replay, self.rows["onboarding: nDCG@10"])
        if "loop" in sections and first:
            closed_loop(window, replay, 9 if quick else 45)

    def show(self) -> None:
        """Print all tables."""
        if self.scores:
            table.show(self.scores)
        for title, rows in self.rows.items():
            show_rows(title, rows)


if __name__ == "__main__":
    main()
