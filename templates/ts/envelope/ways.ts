/** Finds the keys of a message that is valid. */

import type { Conversation, Exchange, Way } from "./conversation.js";
import type { Courses, Said } from "./courses.js";
import { orNone } from "./order.js";
import type { Route } from "./plan.js";
import { valueIn } from "./value.js";

type Exchanges = Conversation<never, never>["exchanges"];

/** The key of a message by one way: a member of its own, or of a message bound in its exchange of another kind. `courses` has those of each kind. */
export function keyOf({ key, way }: Pick<Route, "key" | "way">, said: Said, exchanges: Exchanges, courses: readonly Courses[]): unknown {
  const { through, keys, reply } = way;
  if (reply !== undefined) return keyInReply(way, reply, said, exchanges, courses);
  if (through === undefined) return key?.(said.message as never);
  for (const other of orNone(exchanges?.[through.exchange]?.ways)) {
    const own = other.through || other.reply ? undefined : other.keys?.[said.record]?.(said.message as never);
    const bound = own === undefined ? undefined : courses[through.exchange]?.get(own)?.bound[through.number];
    if (bound !== undefined) return keys?.[bound.record]?.(bound.message as never);
  }
  return undefined;
}

/** The key in the member of a typed reply. */
function keyInReply({ at }: Way, { exchange, types }: NonNullable<Way["reply"]>, said: Said, exchanges: Exchanges, courses: readonly Courses[]): unknown {
  const { ways, replies } = exchanges?.[exchange] as Exchange;
  for (const way of ways) {
    if (way.reply !== undefined) continue;
    const own = keyOf({ key: way.keys?.[said.record], way }, said, exchanges, courses);
    const asked = own === undefined ? undefined : courses[exchange]?.get(own)?.asked;
    if (asked === undefined || !types.includes(asked)) continue;
    const key = valueIn(valueIn(said.message, replies?.members[said.record]), at);
    if (typeof key === "string" || typeof key === "number") return key;
  }
  return undefined;
}
