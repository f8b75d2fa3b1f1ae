/** The entries of a conversation's tables for one record or one letter, looked up once for all its trackers. */

import type { Conversation, Exchange, Letter, Order, SequenceCheck, Way } from "./conversation.js";
import type { Course } from "./courses.js";

/** A way in which messages of a record belong to exchanges. */
export interface Route {
  readonly exchange: number;
  readonly plan: OrderPlan;
  readonly order: Exchange;
  readonly letter: Letter;
  readonly key: NonNullable<Way["keys"]>[number];
  readonly way: Way;
}

/** The effects of a letter on a course, beside its transition. Numbers are places in lists of the course. */
export interface Effect {
  readonly checks: readonly SequenceCheck[];
  /** The checks that refuse messages. */
  readonly guards: readonly SequenceCheck[];
  readonly lines: readonly number[];
  readonly bound: readonly number[];
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
    return { state: 0, lines: listFor(lines), bound: listFor(bound), bytes: 0, turn: 0, asked: undefined, counts: listFor(numbers) };
  }

  effect = (letter: number): Effect => (this.effects[letter] ??= effectOf(this.order, letter));
}

function effectOf({ checks = [], lines, bound, numbers }: Order, letter: number): Effect {
  const isOf = ({ letters }: { readonly letters: readonly number[] }): boolean => letters.includes(letter);
  const own = checks.filter(isOf);
  const [guards, others] = [own.filter(({ refuses }) => refuses), own.filter(({ refuses }) => !refuses)];
  return { checks: others, guards, lines: places(lines, isOf), bound: places(bound, isOf), counts: places(numbers, isOf) };
}

function listFor<T>(of: readonly unknown[] | undefined): T[] {
  return of === undefined ? [] : new Array<T>(of.length);
}

function places<T>(list: readonly T[] | undefined, holds: (item: T) => boolean): readonly number[] {
  return (list ?? []).flatMap((item, i): readonly number[] => (holds(item) ? [i] : []));
}

export class Plan {
  readonly whole: OrderPlan;
  private readonly exchanges: readonly { readonly order: Exchange; readonly plan: OrderPlan }[];
  private readonly byRecord: (readonly Route[] | undefined)[] = [];

  constructor({ whole, exchanges = [] }: Tables) {
    this.whole = new OrderPlan(whole);
    this.exchanges = exchanges.map((order) => ({ order, plan: new OrderPlan(order) }));
  }

  routes(record: number): readonly Route[] {
    return (this.byRecord[record] ??= this.exchanges.flatMap(({ order, plan }, exchange) =>
      order.ways.flatMap((way): readonly Route[] => {
        const { letters: { [record]: letter = -1 }, keys } = way;
        return letter === -1 ? [] : [{ exchange, plan, order, letter, key: keys?.[record], way }];
      }),
    ));
  }
}

type Tables = Pick<Conversation<never, never>, "whole" | "exchanges">;

const plans: WeakMap<object, Plan> = /* @__PURE__ */ new WeakMap();

export function planOf(conversation: Tables): Plan {
  let plan = plans.get(conversation);
  if (plan === undefined) plans.set(conversation, (plan = new Plan(conversation)));
  return plan;
}
