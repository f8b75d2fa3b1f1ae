/** Values of the spec tuples. Where a line ends with the name of an error, the compiler refuses it. */

import type { Call, Frame, Kind, Point, Root, RootEvent, RootLabel, RootLevel, Self } from "./tuples.js";

export const points: Point[] = [[1.5, 2]];
export const short: Point = [1]; // TS2322
export const long: Point = [1, 2, 3]; // TS2322
export const texts: Point = ["1", 2]; // TS2322

// Items that may be absent, and items behind them.
export const mixed: Root["mixed"][] = [["b"], ["b", null], ["b", 1, true, false]];
export const mixedEmpty: Root["mixed"] = []; // TS2322
export const mixedWord: Root["mixed"] = ["c"]; // TS2322
export const mixedRest: Root["mixed"] = ["b", 1, "x"]; // TS2322
export const open: Root["open"][] = [[], ["s", 1], ["s", 1, { any: [] }, null]];
export const openWrong: Root["open"] = [1]; // TS2322
export const words: Root["words"][] = [[], ["red", "any", "other"]];
export const wordsWrong: Root["words"] = ["green"]; // TS2322
export const wide: Root["wide"][] = [[], [1n], [9223372036854775807n, -1n]];
export const empty: Root["empty"] = [];
export const full: Root["empty"] = [1]; // TS2322
export const nested: Self = ["a", ["b", ["c"]]];
export const nestedWrong: Self = ["a", ["b", [1]]]; // TS2322
export const pair: Root["pair"] = ["a", { name: "n", at: [0, 0] }];
export const pairWrong: Root["pair"] = ["a", { name: 7, at: [0, 0] }]; // TS2322
export const kinds: Root["kinds"][] = [[], [{ kind: "a" }], [{ kind: "a" }, { kind: "b" }]];
export const kindsWrong: Root["kinds"] = [{ kind: "b" }]; // TS2322
export const head: Kind = { kind: "b", of: [{ kind: "a" }, "t"] };

// Branches.
export const labels: RootLabel[] = ["x", ["x", "y"]];
export const labelWrong: RootLabel = [1]; // TS2322
export const events: RootEvent[] = ["red", "none", ["red", "blue"]];
export const eventWrong: RootEvent = "green"; // TS2322
export const eventListWrong: RootEvent = ["none"]; // TS2322
export const levels: RootLevel[] = ["low", 0, 1, true, ["high"]];
export const levelText: RootLevel = "mid"; // TS2322
export const levelNumber: RootLevel = 2; // TS2322
export const levelTruth: RootLevel = false; // TS2322
export const levelList: RootLevel = ["mid"]; // TS2322
export const rows: Root["rows"][] = [[1, 2.5], true];
export const dicts: Root["dict"][] = [["a"], { a: "x", b: 1, c: null }];
export const dictWrong: Root["dict"] = { a: true }; // TS2322
export const grid: Root["grid"][] = [[["a", "b"], [1]], [[], []]];

/** The constants in front tell frames apart. */
export function action(frame: Frame): string {
  return frame[0] === 2 ? frame[2] : frame[1];
}
export const call: Call = [2, "id", "do", { z: 1 }];
export const reply: Call = [3, "id", "do", {}]; // TS2322
