"""A conversation made by hand: ``hello other* bye``, and in it for each id an exchange ``ask step* (reply | fail)?``."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Literal, TypeAlias, cast

from .._codec import Codec
from .._conversation import LineConversation, Tables
from .._envelope import Issue, Issues, Options
from .._members import new
from .._orders import Case, SequenceCheck, State, Use
from .._record import OpenRecord
from .._remembered import Slot
from .._rule import Given
from .._table import Exchange, Table, Way, Whole
from .._values import JsonValue, Path


class Limits(Given):
    __slots__ = ("most",)
    PARAMS: ClassVar[frozenset[str]] = frozenset(["most"])

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.most: Final = self._integer("most", 3)


class Hello(OpenRecord, integers=("number",)):
    say: ClassVar[Literal["hello"]] = "hello"
    number: int


class Step(OpenRecord, integers=("number",)):
    """A message: ``say`` is its kind, such as ``ask``, and ``id`` the key of its exchange."""

    say: str
    number: int = 0
    id: str | None = None


class Bye(OpenRecord):
    say: ClassVar[Literal["bye"]] = "bye"


class OwnStep(Step):
    """A user's."""


Message: TypeAlias = Hello | Step | Bye


def read_message(value: JsonValue, path: Path, out: Issues) -> Message | None:
    members = value if type(value) is dict else {}
    say, number = members.get("say"), members.get("number", 0)
    if type(say) is not str or type(number) is not int:
        out.add(path, "type", "must be a message")
        return None
    if number < 0:
        out.add((*path, "number"), "positive", "should be positive", "should")
    if say == "hello":
        return Hello(number=number)
    if say == "bye":
        return Bye()
    step = new(Step)
    step.say, step.id, step.number, step.extra = say, cast("str | None", members.get("id")), number, {}
    return step


MESSAGE: Final[Codec[Message]] = Codec("Message", read_message, Limits)


def _id(this: Step) -> str | None:
    return this.id


def _is(say: str) -> Callable[[Step, Limits], bool]:
    return lambda this, _given: this.say == say


def _greater(this: Step, prev: Step, _given: Limits) -> bool:
    return this.number > prev.number


def _within(this: Step, bound: Step | Hello, given: Limits) -> bool:
    return abs(this.number - bound.number) <= given.most


SAYS = tuple([(letter, _is(say)) for letter, say in enumerate(("ask", "step", "reply", "drop", "fail"))])
CALL = Exchange(
    ways=(
        Way(at=("id",), keys={Step: _id}, letters={Step: SAYS}, in_use="must be of another /id: this one is in use"),
        Way(letters={Bye: 5}),
    ),
    states=(
        State({0: 1}, "must be ask", cut="must not end before ask"),
        State({1: 1, 2: 2, 4: 2}, "must be step, reply or fail"),
        State(),
    ),
    name="call",
    names=("ask", "step", "reply", "drop", "fail", "bye"),
    lines=(Slot((1,), {Step: (("number",),)}),),
    bound=(Slot((0,), {Step: (("number",),)}),),
    checks=(
        SequenceCheck(
            kind="next",
            letters=(1,),
            line=0,
            rule="grows",
            message="must grow",
            cases=(Case(_greater),),
            at=("number",),
        ),
        SequenceCheck(
            kind="each",
            letters=(1, 2),
            rule="near-ask",
            message="should be near",
            cases=(Case(_within),),
            uses=(Use(0),),
            level="should",
        ),
        SequenceCheck(
            kind="first",
            letters=(1,),
            line=0,
            rule="near-hello",
            message="must be near hello",
            cases=(Case(_within),),
            uses=(Use(0, whole=True),),
        ),
    ),
    one=(3,),
    all=(5,),
)
TABLE = Table(
    whole=Whole(
        letters={Hello: 0, Step: 1, Bye: 2},
        states=(
            State({0: 1}, "must be hello", cut="must not end before hello"),
            State({1: 1, 2: 2}, "must be other or bye", cut="must not end before bye"),
            State(),
        ),
        names=("hello", "other", "bye"),
        bound=(Slot((0,), {Hello: (("number",),)}),),
    ),
    exchanges=(CALL,),
    tag=("say",),
    sides=("client", "server"),
    senders={Hello: "client", Bye: "server"},
    given=Limits,
)


def tables() -> Tables:
    return {"talk": TABLE}


TALK: Final[LineConversation[Message]] = LineConversation("talk", MESSAGE, tables)


def step(say: str, id: str | None = "a", number: int = 0) -> Step:
    return Step(say=say, id=id, number=number)


def names(issues: list[Issue] | tuple[Issue, ...]) -> list[str]:
    """Spell issues as path and rule."""
    return [f"{issue.path} {issue.rule}" for issue in issues]
