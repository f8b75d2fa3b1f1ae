/** Regular expressions that take linear time, and strings of any length. */

/** Up to here RegExp is faster, and needs little memory. */
const SHORT = 256;

/** What tells whether a pattern matches. */
export interface Matcher {
  test(s: string): boolean;
}

/**
 * A pattern for which RegExp could take more than linear time. The table is a deterministic automaton: one step a
 * character. Its first line says where runs of characters of one class begin, the second the class of each run. The
 * others are states, the start first: 2 if it has matched whatever follows, else 1 if the string may end there or 0, then
 * the next state by class; -1 and what is left out are none.
 */
export function automaton(table: string): Matcher {
  let parsed: Automaton | undefined;
  return { test: (s) => matches((parsed ??= parse(table)), s) };
}

/**
 * A pattern with a repetition that has no limit. For long strings RegExp may throw a RangeError, because it keeps a way
 * back for every turn of a loop. An automaton keeps none.
 */
export function ofAnyLength(expression: RegExp, table: string): Matcher {
  const long = automaton(table);
  return { test: (s) => (s.length <= SHORT ? expression : long).test(s) };
}

interface Automaton {
  readonly starts: readonly number[];
  readonly classes: readonly number[];
  readonly states: readonly (readonly number[])[];
}

function parse(table: string): Automaton {
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

/** Which run a character stands in. */
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
