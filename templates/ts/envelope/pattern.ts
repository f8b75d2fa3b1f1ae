/** Regular expressions that take linear time and work on strings of any length. */

/** Up to this length RegExp is faster than the automaton and needs little memory. */
const SHORT_STRING = 256;

/** The part of RegExp that checks use. */
export interface Matcher {
  test(s: string): boolean;
}

/**
 * Returns a deterministic automaton for a pattern that could take RegExp more than linear time. It takes one step per
 * code point. Format of the table: line 1 contains the first code point of each range, line 2 the class of each range.
 * Every further line is a state, the start state first: 2 if it accepts every continuation, 1 if it accepts at the end
 * of the string, else 0, followed by the next state for each class; -1 or an omitted entry rejects.
 */
export function automaton(table: string): Matcher {
  let parsed: Automaton | undefined;
  return { test: (s) => matches((parsed ??= parseTable(table)), s) };
}

/**
 * Returns a matcher for a pattern with unbounded repetition. RegExp backtracking may throw a RangeError for long
 * strings, so these go to the automaton.
 */
export function ofAnyLength(expression: RegExp, table: string): Matcher {
  const long = automaton(table);
  return { test: (s) => (s.length <= SHORT_STRING ? expression : long).test(s) };
}

interface Automaton {
  readonly starts: readonly number[];
  readonly classes: readonly number[];
  readonly states: readonly (readonly number[])[];
}

function parseTable(table: string): Automaton {
  const [starts = [], classes = [], ...states] = table.trim().split("\n").map((line) => line.trim().split(" ").map(Number));
  return { starts, classes, states };
}

function matches({ starts, classes, states }: Automaton, s: string): boolean {
  let state: readonly number[] = states[0] ?? [];
  for (let i = 0; i < s.length && state[0] !== 2; i++) {
    const c = s.codePointAt(i) ?? 0;
    if (c > 0xffff) i++;
    const next = states[state[1 + (classes[runOf(c, starts)] ?? 0)] ?? -1];
    if (next === undefined) return false;
    state = next;
  }
  return state[0] !== 0;
}

/** Returns the index of the range that contains a code point. */
function runOf(c: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= c) low = middle;
    else high = middle;
  }
  return low;
}
