"""Objects that are too large for a message: they go to a store, and a summary replaces them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, cast

from ._change import Change, number
from ._codec import Codec, Encodable
from ._envelope import Valid, pointer
from ._fills import By, Run
from ._json import write_text
from ._plain import plain
from ._record import Record
from ._stack import with_room
from ._values import JsonError, JsonValue

_Way: TypeAlias = tuple[str, ...]
_Object: TypeAlias = dict[str, JsonValue]

# The limits of a preview.
_MEMBERS: Final = 10
_ITEMS: Final = 3
_PREVIEW_BYTES: Final = 100
_LEVELS: Final = 3


class StoreError(Exception):
    """Raised if a store fails: the message is not built. ``__cause__`` is the store's exception."""

    def __init__(self, path: str, cause: Exception) -> None:
        super().__init__(path, cause)
        self.path: Final = path
        """The JSON Pointer of the object to store."""

    def __str__(self) -> str:
        return f"{self.path} cannot be stored: {self.args[1]}"


class Preview:
    """A sample of an object, of no more than ``most`` bytes: names of its members, and its first record."""

    __slots__ = ("at", "most", "names", "record")

    def __init__(self, *, at: _Way, names: str, record: str, most: int) -> None:
        self.at: Final = at
        self.names: Final = names
        self.record: Final = record
        self.most: Final = most

    def of(self, payload: _Object, sample: JsonValue) -> _Object:
        """Return the preview of an object whose first record is the sample."""
        members = sample if isinstance(sample, dict) else payload
        names: list[JsonValue] = []
        made: _Object = {self.names: names}
        for name in list(members)[:_MEMBERS]:
            names.append(name)
            if len(name.encode()) > _PREVIEW_BYTES or not self._fits(made):
                names.pop()
                break
        record = self._record(made, sample) if isinstance(sample, dict) else _shortened(sample, 0)
        whole: _Object = {**made, self.record: record}
        return whole if self._fits(whole) else made

    def _record(self, made: _Object, sample: _Object) -> _Object:
        record: _Object = {}
        for name in list(sample)[:_MEMBERS]:
            longer: _Object = {**record, name: _shortened(sample[name], 1)}
            if not self._fits({**made, self.record: longer}):
                break
            record = longer
        return record

    def _fits(self, made: _Object) -> bool:
        return _stored_size(made) <= self.most


class Store(Change):
    """Stores an object whose text has more than ``over`` bytes, and replaces it by a record of ``makes``.

    ``of`` is the type of the object. All other ways are those of the record in its place, by names in JSON; the object
    stays if it has the first member on the way to the digest.
    """

    __slots__ = ("_count", "_digest", "_makes", "_of", "_over", "_preview", "_size", "_takes", "_values")

    def __init__(
        self,
        *,
        at: _Way,
        of: Codec[Encodable],
        over: int | By,
        makes: Codec[Record],
        digest: _Way,
        size: _Way = (),
        count: _Way = (),
        values: tuple[tuple[_Way, JsonValue], ...] = (),
        preview: Preview | None = None,
        takes: tuple[_Way, ...] = (),
    ) -> None:
        super().__init__(at=at)
        self._of: Final = of
        self._over: Final = over
        self._makes: Final = makes
        self._digest: Final = digest
        self._size: Final = size
        self._count: Final = count
        self._values: Final = values
        self._preview: Final = preview
        self._takes: Final = takes

    def of(self, value: object, run: Run, made: Record) -> object:
        payload = self._payload(value, run)
        if payload is None or self._digest[0] in payload:
            return value
        text = write_text(payload).encode()
        store = run.sources.store
        if store is None or len(text) <= number(self._over, run, made):
            return value
        try:
            digest = store.put(text)
        except Exception as error:
            raise StoreError(pointer(self.at), error) from error
        summary = self._summary(payload, digest, len(text), run)
        result = self._makes.try_convert(summary, options=run.options)
        return result.value if isinstance(result, Valid) else summary

    def _payload(self, value: object, run: Run) -> _Object | None:
        """Return the object at this place as it is written, or None."""
        if not isinstance(value, Record):
            if not isinstance(value, Mapping):
                return None
            given = cast("Mapping[str, object]", value)
            read = self._of.try_convert(given, options=run.options)
            value = read.value if isinstance(read, Valid) else given
        try:
            made = with_room(plain, cast("JsonValue", value), run.options.max_depth - len(self.at), True)
        except JsonError:  # for the check to refuse
            return None
        return cast("_Object", made)

    def _summary(self, payload: _Object, digest: str, size: int, run: Run) -> _Object:
        records = next((value for value in payload.values() if isinstance(value, list) and value), None)
        made: _Object = {}
        for way, value in self._values:
            _put_value(made, way, value)
        _put_value(made, self._digest, digest)
        _put_value(made, self._size, size)
        if records:
            _put_value(made, self._count, len(records))
        if self._preview is not None:
            _put_value(made, self._preview.at, self._preview.of(payload, records[0] if records else payload))
        there = [way for way in self._takes if way[-1] in payload]
        for way in [way for way in there if self._accepts(made, way, payload[way[-1]], run)]:
            _put_value(made, way, payload[way[-1]])
        return made

    def _accepts(self, made: _Object, way: _Way, value: JsonValue, run: Run) -> bool:
        """Return whether a member of the object is valid at its place in the summary."""
        path = pointer(way)
        issues = self._makes.check(_with(made, way, value), options=run.options)
        wrong = [issue for issue in issues if issue.level == "must" and f"{issue.path}/".startswith(path + "/")]
        return not wrong


def _put_value(made: _Object, way: _Way, value: JsonValue) -> None:
    """Put a value at the end of a way, with the objects on it; nowhere if there is no way."""
    for name in way[:-1]:
        made = cast("_Object", made.setdefault(name, {}))
    if way:
        made[way[-1]] = value


def _with(made: _Object, way: _Way, value: JsonValue) -> _Object:
    """Return an object with one more member at the end of a way."""
    inner = value if len(way) == 1 else _with(cast("_Object", made.get(way[0], {})), way[1:], value)
    return {**made, way[0]: inner}


def _stored_size(value: JsonValue) -> int:
    return len(write_text(value).encode())


def _shortened(value: JsonValue, depth: int) -> JsonValue:
    """Return a value as it appears in a sample, ``depth`` levels below the top."""
    if isinstance(value, str):
        data = value.encode()
        return value if len(data) <= _PREVIEW_BYTES else data[:_PREVIEW_BYTES].decode(errors="ignore") + "…"
    if isinstance(value, list):
        return [_shortened(item, depth + 1) for item in value[:_ITEMS]] if depth < _LEVELS else []
    if isinstance(value, dict):
        members = list(value.items())[:_MEMBERS] if depth < _LEVELS else []
        return {name: _shortened(member, depth + 1) for name, member in members}
    return value
