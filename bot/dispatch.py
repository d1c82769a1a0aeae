"""The one way by which a line, a button and a reaction become an answer: permission, flood limit, handler, errors.

Runs on the thread that owns the store. Whatever happens, the person gets a Message.
"""

import logging
import secrets
from collections.abc import Callable

from bot.command import ROOT, Flood, Registry, Role
from bot.context import Context
from bot.convert import converted
from bot.errors import Ambiguous, NotAllowed, TooFast
from bot.flood import FloodGate
from bot.message import Action, Buttons, Message, Paragraph, Tone, paper_key, press, text
from bot.parse import Call, parse_line, parse_press
from bot.texts import commands as texts
from bot.words import backticked
from db.errors import PaperroundError

logger = logging.getLogger(__name__)

TRUSTED_PLATFORM = "local"


class Dispatcher:
    """Runs calls of one registry."""

    def __init__(self, registry: Registry, monotonic: Callable[[], float]) -> None:
        self.registry = registry
        self._flood = FloodGate(monotonic)

    def line(self, context: Context, line: str, root: str = ROOT) -> Message:
        """The answer to a typed line."""
        return self._guarded(context, lambda: parse_line(self.registry, line, root))

    def press(self, context: Context, value: str, root: str = ROOT) -> Message:
        """The answer to a button."""
        return self._guarded(context, lambda: parse_press(self.registry, value, root))

    def call(self, context: Context, call: Call) -> Message:
        """The answer to a command whose arguments a platform has already taken apart."""
        return self._guarded(context, lambda: call)

    def _guarded(self, context: Context, make: Callable[[], Call]) -> Message:
        call: Call | None = None
        try:
            call = make()
            return self._run(context, call)
        except Ambiguous as error:
            return _candidates(error, call)
        except PaperroundError as error:
            return Message(parts=(Paragraph(backticked(str(error))),), tone=Tone.ERROR)
        except Exception:
            number = secrets.token_hex(4)
            logger.exception("command %s failed (%s)", call.command.name if call else "?", number)
            return Message(parts=(Paragraph(text(texts.INTERNAL.format(number=number))),), tone=Tone.ERROR)

    def _run(self, context: Context, call: Call) -> Message:
        if call.command.role is Role.ADMIN and not context.is_admin:
            raise NotAllowed(texts.ADMINS_ONLY)
        self._slow_down(context, call.command.flood)
        return call.command.handler(context, **converted(context, call.command, call.arguments))

    def _slow_down(self, context: Context, flood: Flood) -> None:
        if context.tenant.platform == TRUSTED_PLATFORM:
            return
        wait = self._flood.wait((str(context.tenant), context.profile.member), flood)
        if wait:
            raise TooFast(texts.too_fast(round(wait + 0.5)))


def _candidates(error: Ambiguous, call: Call | None) -> Message:
    """The papers that were meant, each with the button that finishes the command."""
    parts: list[Paragraph | Buttons] = [Paragraph(text(str(error)))]
    name = call.command.name if call else "why"
    for number, paper in enumerate(error.candidates, start=1):
        parts.append(Paragraph(text(f"{number}. {paper.title} ({paper.id})")))
    presses = [
        Action(str(number), press(name, paper=paper_key(paper.key)))
        for number, paper in enumerate(error.candidates, start=1)
    ]
    return Message(parts=(*parts, Buttons(tuple(presses))), tone=Tone.ERROR)
