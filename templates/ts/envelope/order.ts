/** Reads the tables of orders: the letters of messages, and the states that they lead to. */

import type { Collector } from "./collect.js";
import type { Exchange, Letter, Order, OwnLetter, State } from "./conversation.js";
import type { Course, Said } from "./courses.js";

/** The limit of open exchanges of a kind, if the spec has none. */
const USUAL_MOST = 65536;

/** How many exchanges of a kind may be open. */
export function most(order: Exchange): number {
  return order.most ?? USUAL_MOST;
}

const NO_VALUES: readonly unknown[] = [];

/** A list that may be absent. */
export function orNone<T>(list: readonly T[] | undefined): readonly T[] {
  return list ?? (NO_VALUES as readonly T[]);
}

/** The letters of the messages of one sender. */
export function lettersFrom(letter: Letter | undefined, sender: string): OwnLetter | undefined {
  return isSided(letter) ? letter[sender] : letter;
}

/** The letter of a message, or -1. */
export function letterOf(own: OwnLetter | undefined, said: Said, run: Collector): number {
  if (typeof own === "number") return own;
  for (const one of orNone(own)) {
    if (typeof one === "number") return one;
    if (one[1](said.message as never, run as Collector<never>)) return one[0];
  }
  return -1;
}

function isSided(letter: Letter | undefined): letter is { readonly [side: string]: OwnLetter } {
  return typeof letter === "object" && !Array.isArray(letter);
}

/** The letters that lead on from where a course is. */
export function expectedIn(order: Order, { state }: Course): readonly string[] {
  return orNone(order.names).filter((_, letter) => nextState(order, state, letter) >= 0);
}

/** The state that a letter leads to, or -1. */
export function nextState(order: Order, state: number, letter: number): number {
  return order.states[state]?.next?.[letter] ?? -1;
}

/** Reports that a message may not come in a state. */
export function refuse(run: Collector, tag: string, state: State | undefined): undefined {
  if (state?.expected === undefined) run.must("after-end", tag, "must not come after the end");
  else run.must("unexpected-message", tag, state.expected);
}

/** Reports an end where an order may not end. */
export function cutAt(order: Order, course: Course, run: Collector): void {
  const message = order.states[course.state]?.cut;
  if (message !== undefined) run.must("incomplete", "", message);
}
