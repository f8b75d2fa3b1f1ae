"""The tables of conversations: their orders, and how messages belong to these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from ._arrival import Key, Letter, MessageKind, OwnLetter
from ._orders import Numbering, Order, SequenceCheck, State
from ._remembered import Slot

if TYPE_CHECKING:
    from ._envelope import Issue, Options
    from ._replies import Replies
    from ._rule import Given
    from ._unique import Unique
    from ._values import Path


class Whole(Order):
    """The order of a conversation as a whole."""

    __slots__ = ("letters",)

    def __init__(
        self,
        *,
        letters: Mapping[MessageKind, Letter],
        states: tuple[State, ...],
        names: tuple[str, ...] = (),
        lines: tuple[Slot, ...] = (),
        bound: tuple[Slot, ...] = (),
        checks: tuple[SequenceCheck, ...] = (),
        numbers: tuple[Numbering, ...] = (),
    ) -> None:
        super().__init__(names, states, lines, bound, checks, numbers)
        self.letters: Final = letters
        """Of all that a message can be."""


class Through(NamedTuple):
    """A message that is bound in an exchange of another kind, which a message belongs to as well."""

    exchange: int
    number: int


class ReplyKey(NamedTuple):
    """A member of a reply, whose type follows from the request in an exchange of another kind."""

    exchange: int
    types: tuple[int, ...]
    """The types that have it."""


class Way:
    """How messages belong to an exchange: by which member, and as which letters."""

    __slots__ = ("at", "in_use", "items", "keys", "letters", "none", "reply", "through")

    def __init__(
        self,
        *,
        letters: Mapping[MessageKind, Letter],
        keys: Mapping[MessageKind, Callable[..., Key | None]] | None = None,
        items: Mapping[MessageKind, Callable[..., Sequence[Key]]] | None = None,
        at: Path = (),
        in_use: str = "",
        none: str = "",
        through: Through | None = None,
        reply: ReplyKey | None = None,
    ) -> None:
        self.letters: Final = letters
        self.keys: Final = keys or {}
        """Return the value of the member, or None: of a message, or of the bound one."""
        self.items: Final = items or {}
        """Instead of ``keys``, return the values in the items of an array. A message is of an exchange for each of them."""
        self.at: Final = at
        """The path from a message to the member."""
        self.in_use: Final = in_use
        """The message of the issue for a message that would begin an exchange with the key of an open one."""
        self.none: Final = none
        """The message of the issue for a message whose key of several members is that of no open exchange."""
        self.through: Final = through
        """The bound message, if the member is one of that."""
        self.reply: Final = reply
        """The typed reply, if the member is one of that."""


class Exchange(Order):
    """An order of all messages with the same value of a member."""

    __slots__ = ("all", "marks", "most", "name", "one", "replies", "reply_ways", "ways")

    def __init__(
        self,
        *,
        ways: tuple[Way, ...],
        states: tuple[State, ...],
        name: str = "",
        names: tuple[str, ...] = (),
        lines: tuple[Slot, ...] = (),
        bound: tuple[Slot, ...] = (),
        checks: tuple[SequenceCheck, ...] = (),
        numbers: tuple[Numbering, ...] = (),
        most: int = 65536,
        one: tuple[int, ...] = (),
        all: tuple[int, ...] = (),
        replies: Replies | None = None,
        marks: tuple[str, ...] = (),
        reply_ways: tuple[int, ...] = (0,),
    ) -> None:
        super().__init__(names, states, lines, bound, checks, numbers)
        self.name: Final = name
        self.ways: Final = ways
        """A message takes each of them, in their order."""
        self.most: Final = most
        """How many may be open."""
        self.one: Final = one
        """Letters that end the exchange of their key."""
        self.marks: Final = marks
        """Members that all requests have and that no reply declares."""
        self.reply_ways: Final = reply_ways
        """The ways by which replies belong to it."""
        self.replies: Final = replies
        """The types that a member of replies has by request."""
        self.all: Final = all
        """Letters that end all exchanges."""


class Entry(NamedTuple):
    """A way into an exchange, for messages of one kind."""

    number: int
    """Of the exchange."""
    order: Exchange
    way: Way
    letter: OwnLetter
    key: Callable[..., Key | None] | None
    """Returns the key of a message, unless the way is through another one."""
    items: Callable[..., Sequence[Key]] | None
    """Returns the keys of a message in the items of an array."""


class Route(NamedTuple):
    """The letters of messages of one kind from one sender."""

    letter: OwnLetter
    entries: tuple[Entry, ...]
    only: str
    """The side that alone sends such messages; empty if both do."""


class Batching(Protocol):
    """How frames with several messages are read: ``Batches``, whose code other protocols do not need."""

    @property
    def most(self) -> int:
        """How many messages a frame may have."""
        ...

    def split(self, data: bytes | str, options: Options) -> list[bytes] | Issue | None:
        """Return the texts of the messages of a batch, or its fault; None for another text."""
        ...


class Table:
    """The table of a conversation."""

    __slots__ = (
        "_routes",
        "batch",
        "exchanges",
        "given",
        "senders",
        "sided",
        "sides",
        "tag",
        "unique",
        "whole",
    )

    def __init__(
        self,
        *,
        whole: Whole,
        exchanges: tuple[Exchange, ...] = (),
        unique: tuple[Unique, ...] = (),
        tag: Path = (),
        sides: tuple[str, ...] = (),
        sided: bool = False,
        senders: Mapping[MessageKind, str] | None = None,
        given: type[Given] | None = None,
        batch: Batching | None = None,
    ) -> None:
        self.batch: Final = batch
        """The batches of its frames, if a frame may have several messages."""
        self.whole: Final = whole
        self.exchanges: Final = exchanges
        self.unique: Final = unique
        self.tag: Final = tag
        """The location of the member that distinguishes messages."""
        self.sides: Final = sides
        """Who takes part."""
        self.sided: Final = sided
        """Whether a letter depends on who sends its messages: only a tracker of one side can follow."""
        self.senders: Final = senders or {}
        """Of messages that only one side sends, that side."""
        self.given: Final = given
        """The inputs of conditions and checks, if any of them needs inputs."""
        self._routes: Final[dict[str, dict[MessageKind, Route]]] = {}

    def routes(self, sender: str) -> Mapping[MessageKind, Route]:
        """Return the routes of the messages of a sender by their kinds. Without a sender, letters that depend on it are none."""
        if sender not in self._routes:
            self._routes[sender] = {kind: self._route(kind, sender) for kind in self.whole.letters}
        return self._routes[sender]

    def kind_of(self, message: object) -> MessageKind:
        """Return the kind of a message; raises TypeError for a value that is not a message."""
        for kind in type(message).__mro__:  # the record itself, unless a program has made a subclass
            if kind in self.whole.letters:
                return kind
        raise TypeError(f"{type(message).__name__} is no message of this conversation")

    def _route(self, kind: MessageKind, sender: str) -> Route:
        letter = _own(self.whole.letters[kind], sender)
        return Route(letter, tuple(self._entries(kind, sender)), self.senders.get(kind, ""))

    def _entries(self, kind: MessageKind, sender: str) -> Iterator[Entry]:
        for number, order in enumerate(self.exchanges):
            for way in order.ways:
                letter = _own(way.letters.get(kind, -1), sender)
                if letter != -1:
                    key = None if way.through or way.reply else way.keys.get(kind)
                    yield Entry(number, order, way, letter, key, way.items.get(kind))


def _own(letter: Letter, sender: str) -> OwnLetter:
    """Return the letters of the messages of a sender."""
    return letter.get(sender, -1) if isinstance(letter, dict) else letter
