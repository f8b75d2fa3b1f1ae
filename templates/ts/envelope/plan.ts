/** The entries of a conversation's tables for one record or one letter, looked up once for all its trackers. */

import type { Conversation, Exchange, Order, OwnLetter, SequenceCheck, Slot, Way } from "./conversation.js";
import type { Course } from "./courses.js";
import { lettersFrom } from "./order.js";
import type { Kept } from "./remembered.js";

/** The effects of messages of a record from one sender. */
export interface Entry {
  readonly letter: OwnLetter | undefined;
  readonly routes: readonly Route[];
}

/** A way in which messages of a record belong to exchanges. */
export interface Route {
  readonly exchange: number;
  readonly plan: OrderPlan;
  readonly order: Exchange;
  readonly letter: OwnLetter;
  readonly key: NonNullable<Way["keys"]>[number];
  readonly items: NonNullable<Way["items"]>[number];
  readonly way: Way;
}

/** A place in a list of courses, and its slot. */
export interface SlotPlace {
  readonly place: number;
  readonly slot: Slot;
  /** By record: the memory of a message without the members that are read later. */
  readonly absent: (Kept | undefined)[];
}

/** The effects of a letter on a course, beside its transition. Counts are places in a list of the course. */
export interface Effect {
  readonly checks: readonly SequenceCheck[];
  /** The checks that refuse messages. */
  readonly guards: readonly SequenceCheck[];
  readonly lines: readonly SlotPlace[];
  readonly bound: readonly SlotPlace[];
  readonly counts: readonly number[];
}

export class OrderPlan {
  readonly order: Order;
  /** Whether a check reads the number of open exchanges. */
  readonly counts: boolean;
  private readonly effects: (Effect | undefined)[] = [];

  constructor(order: Order) {
    this.order = order;
    this.counts = (order.checks ?? []).some(({ counts }) => counts);
  }

  /** Begins a course. Its lists are no longer than they will be. */
  start(): Course {
    const { lines, bound, numbers } = this.order;
    return { state: 0, lines: listFor(lines), bound: listFor(bound), bytes: 0, turn: 0, concerned: 0, asked: undefined, counts: listFor(numbers) };
  }

  effect(letter: number): Effect {
    return (this.effects[letter] ??= effectOf(this.order, letter));
  }
}

function effectOf({ checks = [], lines, bound, numbers }: Order, letter: number): Effect {
  const isOf = ({ letters }: { readonly letters: readonly number[] }): boolean => letters.includes(letter);
  const own = checks.filter(isOf);
  const [guards, others] = [own.filter(({ refuses }) => refuses), own.filter(({ refuses }) => !refuses)];
  return { checks: others, guards, lines: slots(lines, isOf), bound: slots(bound, isOf), counts: places(numbers, isOf) };
}

/** The list of courses that remember nothing. They share it, because many of them may be open. */
const NO_LIST: unknown[] = [];

function listFor<T>(of: readonly unknown[] | undefined): T[] {
  return of === undefined ? (NO_LIST as T[]) : new Array<T>(of.length);
}

function slots(list: readonly Slot[] | undefined, isOf: (item: Slot) => boolean): readonly SlotPlace[] {
  return places(list, isOf).map((place) => ({ place, slot: (list as readonly Slot[])[place] as Slot, absent: [] as (Kept | undefined)[] }));
}

function places<T>(list: readonly T[] | undefined, holds: (item: T) => boolean): readonly number[] {
  return (list ?? []).flatMap((item, i): readonly number[] => (holds(item) ? [i] : []));
}

export class Plan {
  readonly whole: OrderPlan;
  private readonly exchanges: readonly { readonly order: Exchange; readonly plan: OrderPlan }[];
  private readonly tables: Tables;
  /** By twice the record, plus one if the first side sends it. */
  private readonly entries: (Entry | undefined)[] = [];

  constructor(tables: Tables) {
    const { whole, exchanges = [] } = tables;
    this.tables = tables;
    this.whole = new OrderPlan(whole);
    this.exchanges = exchanges.map((order) => ({ order, plan: new OrderPlan(order) }));
  }

  /** The effects of the messages of a record. It matters only where letters depend on the sender whether the first side sends them. */
  entry(record: number, isFirst: boolean): Entry {
    return (this.entries[2 * record + (isFirst ? 1 : 0)] ??= this.entryOf(record, this.tables.sides[isFirst ? 0 : 1] ?? ""));
  }

  private entryOf(record: number, sender: string): Entry {
    const routes = this.exchanges.flatMap(({ order, plan }, exchange) =>
      order.ways.flatMap((way): readonly Route[] => {
        const letter = lettersFrom(way.letters[record], sender) ?? -1;
        return letter === -1 ? [] : [{ exchange, plan, order, letter, key: way.keys?.[record], items: way.items?.[record], way }];
      }),
    );
    return { letter: lettersFrom(this.tables.whole.letters[record], sender), routes };
  }
}

type Tables = Pick<Conversation<never, never>, "whole" | "exchanges" | "sides">;

const plans: WeakMap<object, Plan> = /* @__PURE__ */ new WeakMap();

export function planOf(conversation: Tables): Plan {
  let plan = plans.get(conversation);
  if (plan === undefined) plans.set(conversation, (plan = new Plan(conversation)));
  return plan;
}
