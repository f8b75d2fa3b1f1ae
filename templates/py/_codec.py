"""Codecs: decoding, converting, checking and encoding the values of one type."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, Self, TypeAlias, TypeVar, cast

from ._accel import accel
from ._envelope import DEFAULTS, Invalid, Issue, Issues, Options, Result, Valid, ValidationError, refusal
from ._json import read_text, write_text
from ._members import UNSET, RecordType
from ._plain import is_plain, last_met, plain
from ._record import Record
from ._stack import with_room
from ._values import UNPLACED, JsonError, JsonValue, Path

if TYPE_CHECKING:
    from ._accel import Accelerator, ReadPlan
    from ._arrival import Failure
    from ._numbers import Numbers, NumbersOf
    from ._rule import Accepts, Given, Rule

InputT = TypeVar("InputT")
T_co = TypeVar("T_co", covariant=True)

# only: accel {
_ADVISED: Final = accel.Advised if accel else None
"""The class of the accelerator's result for a value with advice."""
_is_plain: Final = accel.is_plain if accel else is_plain
# }
# without accel: _is_plain: Final = is_plain

Encodable: TypeAlias = "Record | JsonValue | Sequence[Encodable] | Mapping[str, Encodable]"
"""The values that `encode` accepts."""

DeclaredNumbers: TypeAlias = "Numbers"
"""The places of the numbers that a protocol declares. Their module is loaded for the first integer beyond 2**53 - 1."""

_Take: TypeAlias = Callable[[InputT, Options, bool], tuple[JsonValue, int, bool]]


class Codec(Generic[T_co]):
    """The operations on one type.

    Without ``options``, a method uses those that `bind` has set, or the defaults. Every method raises ValueError for a
    parameter that the protocol does not have or whose value it cannot use.
    """

    __slots__ = ("_accepts", "_given", "_numbers", "_options", "_plan", "_read", "_wide", "name")

    def __init__(
        self,
        name: str,
        read: Callable[[JsonValue, Path, Issues], T_co | None],
        given: type[Given] | None = None,  # only: given
        accepts: Accepts | None = None,  # only: given
        options: Options = DEFAULTS,
        numbers: NumbersOf | None = None,
        plan: ReadPlan | None = None,  # only: accel
        wide: bool = False,  # only: wide
    ) -> None:
        self.name: Final = name
        """The name of the type in the spec."""
        # Readers check any value. They return None for null if the type allows it, and for invalid values, whose result
        # is not used.
        self._read: Final = cast("Callable[[object, Path, Issues], T_co]", read)
        self._given: Final = given  # only: given
        self._accepts: Final = accepts  # only: given
        self._options: Final = options
        self._numbers: Final = numbers
        # only: wide {
        self._wide: Final = wide
        """Whether some integers of the protocol have 64 bits."""
        # }
        self._plan: Final = self._begin() if plan is None and accel is not None else plan  # only: accel

    @property
    def package(self) -> str:
        """The package of the protocol that the type belongs to."""
        from ._interop import package_of

        return package_of(self._read.__module__)

    def __repr__(self) -> str:
        return f"<Codec of {self.name}>"

    def bind(self, options: Options) -> Self:
        """Return a codec of the same type that uses ``options`` unless a call passes others."""
        self.settle(options)
        return type(self)(
            self.name,
            self._read,
            given=self._given,  # only: given
            accepts=self._accepts,  # only: given
            options=options,
            numbers=self._numbers,
            plan=self._plan,  # only: accel
            wide=self._wide,  # only: wide
        )

    def decode(self, data: bytes | str, *, options: Options | None = None) -> T_co:
        """Decode JSON text; raises ValidationError if it is invalid."""
        options = options or self._options
        quick = NotImplemented if self._plan is None else self._plan.decode(data, options)  # only: accel
        if quick is not NotImplemented and not options.strict:  # only: accel
            return cast("T_co", quick if type(quick) is not _ADVISED else cast("tuple[object, object]", quick)[0])  # only: accel
        made, issues = self._judge(_from_text, data, options, quick)  # only: accel
        # without accel: made, issues = self._judge(_from_text, data, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def try_decode(self, data: bytes | str, *, options: Options | None = None) -> Result[T_co]:
        """Decode JSON text; returns Valid or Invalid."""
        options = options or self._options
        quick = NotImplemented if self._plan is None else self._plan.decode(data, options)  # only: accel
        if quick is not NotImplemented and type(quick) is not _ADVISED:  # only: accel
            return Valid(cast("T_co", quick), ())  # only: accel
        made, issues = self._judge(_from_text, data, options, quick)  # only: accel
        # without accel: made, issues = self._judge(_from_text, data, options)
        return Invalid(issues.report()) if issues.refused else Valid(made, issues.report())

    def convert(self, value: object, *, options: Options | None = None) -> T_co:
        """Convert a value from ``json.loads``, or an object of this package; raises ValidationError if it is invalid.

        Mappings, sequences, and instances of subclasses of str, int and float, such as enums, are converted like the
        JSON values that they represent. Parts of open types are shared with the result, not copied.
        """
        options = options or self._options
        quick = NotImplemented if self._plan is None else self._plan.convert(value, options)  # only: accel
        if quick is not NotImplemented and not options.strict:  # only: accel
            return cast("T_co", quick if type(quick) is not _ADVISED else cast("tuple[object, object]", quick)[0])  # only: accel
        made, issues = self._judge(_from_value, value, options, quick)  # only: accel
        # without accel: made, issues = self._judge(_from_value, value, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def try_convert(self, value: object, *, options: Options | None = None) -> Result[T_co]:
        """Convert as `convert` does; returns Valid or Invalid."""
        options = options or self._options
        quick = NotImplemented if self._plan is None else self._plan.convert(value, options)  # only: accel
        if quick is not NotImplemented and type(quick) is not _ADVISED:  # only: accel
            return Valid(cast("T_co", quick), ())  # only: accel
        made, issues = self._judge(_from_value, value, options, quick)  # only: accel
        # without accel: made, issues = self._judge(_from_value, value, options)
        return Invalid(issues.report()) if issues.refused else Valid(made, issues.report())

    def check(self, value: object, *, options: Options | None = None) -> list[Issue]:
        """Return the issues of a value from ``json.loads``, or of an object of this package.

        The whole value is checked; parts that JSON cannot represent, or cycles, give one issue ``json``.
        """
        options = options or self._options
        quick = NotImplemented if self._plan is None else self._plan.convert(value, options)  # only: accel
        if quick is not NotImplemented and type(quick) is not _ADVISED:  # only: accel
            return []  # only: accel
        return self._judge(_from_value, value, options, quick)[1].report()  # only: accel
        # without accel: return self._judge(_from_value, value, options)[1].report()

    def encode(self, value: Encodable, *, indent: int | None = None, options: Options | None = None) -> bytes:
        """Check a value as `check` does and write it as JSON; raises ValidationError if it is invalid."""
        options = options or self._options
        # only: accel {
        if accel is not None and self._plan is not None and not indent:
            # The text has the same issues as the value, so it is checked instead.
            text = accel.write(value, options.max_depth, Record)
            quick = text if text is NotImplemented else self._plan.decode(text, options)
            if quick is not NotImplemented and not (options.strict and type(quick) is _ADVISED):
                return cast("bytes", text)
        # }
        issues = self._judge(_from_value, value, options)[1]
        if issues.refused:
            raise self._named(ValidationError(issues.report()), value)
        return write_value(value, indent, options, self._settled)  # only: wide
        # without wide: return write_value(value, indent, options)

    def encode_unchecked(self, value: Encodable, *, indent: int | None = None, options: Options | None = None) -> bytes:
        """Write a value as JSON; raises ValidationError only for parts that JSON cannot represent."""
        return write_value(value, indent, options or self._options, self._settled)  # only: wide
        # without wide: return write_value(value, indent, options or self._options)

    # only: conversations {
    def examine(self, data: bytes | str, options: Options) -> tuple[T_co, Issues]:
        """Decode JSON text for a caller that adds issues; the value can be used unless the issues are ``invalid``."""
        quick = NotImplemented if self._plan is None else self._plan.decode(data, options)  # only: accel
        return self._judge(_from_text, data, options, quick)  # only: accel
        # without accel: return self._judge(_from_text, data, options)

    def examine_part(self, value: object, options: Options) -> tuple[object, list[Failure]]:
        """Convert a part of a value, and return its failures; UNSET if it is not valid."""
        quick = NotImplemented if self._plan is None else self._plan.convert(value, options)  # only: accel
        if quick is not NotImplemented and type(quick) is not _ADVISED:  # only: accel
            return quick, []  # only: accel
        made, issues = self._judge(_from_value, value, options, quick)  # only: accel
        # without accel: made, issues = self._judge(_from_value, value, options)
        failures: list[Failure] = [
            (path, rule, message, "should" if advisory else "must")
            for advisory, path, rule, message in issues.in_order()
        ]
        return UNSET if issues.invalid else made, failures

    # }
    def settle(self, options: Options) -> None:
        """Raise ValueError for parameters that the protocol does not have or cannot use."""
        for name in options.params:
            if self._given is None or name not in self._given.PARAMS:  # only: given
                raise ValueError(f"{name} is no parameter of the protocol")  # only: given
            # without given: raise ValueError(f"{name} is no parameter of the protocol")
        if self._given:  # only: given
            self._given(options)  # only: given

    # only: wide {
    @property
    def _settled(self) -> Callable[[JsonValue, bool], JsonValue] | None:
        """Gives integers of 64 bits and other numbers beyond 2**53 - 1 their values, by their places."""
        return self._settle if self._wide else None

    def _settle(self, value: JsonValue, exact: bool) -> JsonValue:
        from ._numbers import settle

        return settle(value, cast("NumbersOf", self._numbers)(), self.name, exact)

    # }
    def _named(self, error: ValidationError, value: object) -> ValidationError:
        """Add to an error that the value is a record of another type, if it is."""
        if not isinstance(value, Record):
            return error
        for cls in vars(sys.modules[self._read.__module__]).values():
            if (
                isinstance(cls, RecordType)
                and vars(cls).get("__envelope_type__") == self.name
                and not isinstance(value, cls)
            ):
                error.add_note(f"The value is of {type(value).__qualname__}, and the codec of {self.name}.")
        return error

    # For ``Annotated[Message, MESSAGE]`` in a model of pydantic or an endpoint of FastAPI.
    def __get_pydantic_core_schema__(self, source: object, handler: object) -> object:
        from ._interop import core_schema

        return core_schema(self.convert)

    def __get_pydantic_json_schema__(self, core: object, handler: object) -> dict[str, JsonValue]:
        from ._interop import schema_of_type

        return schema_of_type(self.package, self.name)

    # only: accel {
    def _begin(self) -> ReadPlan:
        """Return the accelerator's plan of this type, which is completed on first use."""
        inputs: list[Callable[[Options], object]] = []

        def make() -> object:
            from ._plans import describe

            return describe(self._read, self._accepts, inputs)  # only: given
            # without given: return describe(self._read, inputs)

        def prepare(options: Options) -> tuple[object, ...] | None:
            if options.params or options.now is not None:
                self.settle(options)
            try:
                return tuple(kind(options) for kind in inputs)
            except ValueError:  # from another protocol, whose rules may not be reached
                return None

        return cast("Accelerator", accel).Plan(make, prepare)

    # }
    def _judge(self, take: _Take[InputT], given: InputT, options: Options, quick: object = NotImplemented) -> tuple[T_co, Issues]:  # only: accel
    # without accel: def _judge(self, take: _Take[InputT], given: InputT, options: Options) -> tuple[T_co, Issues]:
        """Return the Python object for a value, and its issues. ``quick`` is the accelerator's result."""
        # only: accel {
        if quick is not NotImplemented:
            return cast("tuple[T_co, Issues]", _heed(quick, options))
        # }
        try:
            try:
                return self._attempt(take, given, options)
            except RecursionError:
                return with_room(self._attempt, take, given, options)
        except JsonError as error:
            issues = Issues(options)
            # Not used by callers: the value is invalid now.
            return cast("T_co", issues.refuse(error)), issues

    def _attempt(self, take: _Take[InputT], given: InputT, options: Options) -> tuple[T_co, Issues]:
        if options.params or options.now is not None:
            self.settle(options)  # first, so that a wrong parameter raises for every message
        value, longest, beyond = take(given, options, self._wide)  # only: wide
        # without wide: value, longest, beyond = take(given, options, False)
        if beyond and self._wide:  # only: wide
            value = self._settle(value, take is _from_value)  # only: wide
        issues = Issues(options, longest)
        # only: given {
        if self._accepts:
            self._accepts.apply(value, issues)
            if issues.invalid:
                return cast("T_co", None), issues
        # }
        made = self._read(value, (), issues)
        issues.finish()  # only: given
        if beyond:
            from ._numbers import report_beyond

            report_beyond(value, self._numbers and self._numbers(), self.name, issues)
        return made, issues


def _heed(quick: object, options: Options) -> tuple[object, Issues]:
    """Return the valid value in the accelerator's result, and its advice."""
    issues = Issues(options)
    if type(quick) is not _ADVISED:
        return quick, issues
    made, advice = cast("tuple[object, list[tuple[Rule[object, object], Path]]]", quick)
    for rule, path in sorted(advice, key=lambda note: note[0].stage):
        issues.add(path + rule.at, rule.id, rule.message, rule.level)
    return made, issues


# Return a value, an upper bound of its size as compact JSON, and whether it may have a number beyond 2**53 - 1.
def _from_text(data: bytes | str, options: Options, wide: bool) -> tuple[JsonValue, int, bool]:
    return read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth, wide=wide)


def by_name(*codecs: Codec[Encodable]) -> dict[str, Codec[Encodable]]:
    """Return codecs by the names of their types."""
    return {codec.name: codec for codec in codecs}


def _from_value(value: object, options: Options, wide: bool) -> tuple[JsonValue, int, bool]:
    made, beyond = cast("JsonValue", value), False
    if not _is_plain(made, options.max_depth):
        before = last_met()
        made = plain(made, options.max_depth, True, UNPLACED if wide else "")
        beyond = last_met() is not before
    # JSON is at most six times as long as the output of marshal, which takes a tenth of the time.
    longest = 6 * len(marshal.dumps(made, 2))
    if longest > options.max_bytes:
        _check_length(write_text(made).encode(), options)
    return made, longest, beyond


def _check_length(text: bytes, options: Options) -> None:
    if len(text) > options.max_bytes:
        raise JsonError(f"the text is longer than {options.max_bytes} bytes")


def write_value(
    value: Encodable,
    indent: int | None,
    options: Options,
    settled: Callable[[JsonValue, bool], JsonValue] | None = None,  # only: wide
) -> bytes:
    """Write a value, unchecked, as JSON. ``settled`` gives integers their values, if some have 64 bits."""
    # only: accel {
    if accel is not None and not indent:
        quick = accel.write(value, options.max_depth, Record)
        if quick is not NotImplemented and len(text := cast("bytes", quick)) <= options.max_bytes:
            return text
    # }

    def attempt() -> bytes:
        made = plain(cast("JsonValue | Record", value), options.max_depth, True, UNPLACED if settled else "")  # only: wide
        # without wide: made = plain(cast("JsonValue | Record", value), options.max_depth, True)
        if settled:  # only: wide
            made = settled(made, True)  # only: wide
        text = write_text(made).encode()
        _check_length(text, options)
        return write_text(made, indent).encode() if indent else text

    try:
        return with_room(attempt)
    except JsonError as error:
        raise refusal(error, options) from None
