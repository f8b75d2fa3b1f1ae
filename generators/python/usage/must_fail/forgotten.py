"""Mistakes in programs that use nested unions, catalogs, choices and imports. Comments are as in mistakes.py."""

from __future__ import annotations

from typing import assert_never

from generated import base, general, importing


def forgotten_inner_variant(message: general.Message) -> str:
    match message:
        case general.Eval():
            return message.code
        case general.Done():
            return "done"
        case _:
            assert_never(message)  # E: arg-type


def forgotten_outer_variant(message: general.Message) -> str:
    match message:
        case general.Done() | general.Failed():
            return message.state
        case _:
            assert_never(message)  # E: arg-type


def nothing_forgotten(message: general.Message) -> str:
    match message:
        case general.Eval():
            return message.code
        case general.Done() | general.Failed():
            return message.state
        case _:
            assert_never(message)


def narrowed_by_tags(message: general.Message) -> str:
    if message.type == "eval":
        return message.code
    if message.state == "done":
        return repr(message.error)  # E: attr-defined
    return message.error


def forgotten_of_one_side(message: general.MessageFromServer) -> str:
    if isinstance(message, general.Done):
        return "done"
    assert_never(message)  # E: arg-type


def forgotten_option(wait: general.RetryAfter) -> int:
    if isinstance(wait, int):
        return wait
    if wait is None:
        return 0
    assert_never(wait)  # E: arg-type


def forgotten_foreign_variant(message: importing.Message) -> str:
    match message:
        case importing.Meta() | base.Ping():
            return message.type
        case _:
            assert_never(message)  # E: arg-type


def entries_do_not_change() -> None:
    general.ERROR_CODE_ENTRIES[0].meaning = "other"  # E: misc
    general.MESSAGE_SIDES["eval"] = "server"  # E: index


def no_entry_for_all_words(word: str) -> str:
    return general.error_code_entry(word).meaning  # E: union-attr


def unknown_word() -> general.ErrorCode:
    return "EARGS"  # E: return-value


def open_word() -> general.Command:
    return "anything"


def wrong_parts() -> None:
    general.Done(values={"a": "b"})  # E: dict-item
    general.Bag(always=1, one_of=0.5)  # E: arg-type
    importing.Meta(base=importing.Meta())  # E: arg-type
