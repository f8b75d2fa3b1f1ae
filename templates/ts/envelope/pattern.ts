/** Regular expressions for strings of any length. */

/** Up to here RegExp is faster, and what it does badly does not hurt. */
const SHORT = 256;

/** What tells whether a pattern matches. */
export interface Matcher {
  test(s: string): boolean;
}

/**
 * A pattern with a repetition that has no limit. For long strings RegExp may throw a RangeError, because it keeps a way
 * back for every turn of a loop, or take quadratic time, because it begins anew at every character. The table, a
 * deterministic automaton, does neither. Its first line says where runs of characters of one class begin, the second
 * the class of each run. The others are states, the start first: 2 if it has matched whatever follows, else 1 if the
 * string may end there or 0, then the next state by class; -1 and what is left out are none.
 */
export function ofAnyLength(expression: RegExp, table: string): Matcher {
  return { test: (s) => (s.length <= SHORT ? expression.test(s) : matches(table, s)) };
}

function matches(table: string, s: string): boolean {
  const [starts = [], classes = [], ...states] = table.trim().split("\n").map((line) => line.trim().split(" ").map(Number));
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
