/** Follows conversations. */

import { begin } from "./check.js";
import type { Collector } from "./collect.js";
import type { Conversation, Exchange, Memory } from "./conversation.js";
import { type Course, Courses, noteCourse, type Reply, type Said, type Undo } from "./courses.js";
import type { Issue } from "./issue.js";
import { type Limits, limitsOf, type Options } from "./options.js";
import { cutAt, expectedIn, letterOf, most, nextState, orNone, refuse } from "./order.js";
import { type Effect, type Plan, planOf, type Route } from "./plan.js";
import { atMember } from "./pointer.js";
import { type News, newsOf, remember } from "./remembered.js";
import { type Asks, cutOff, growthOf, makeFit, type Move, type Note, notesOf, type Resting, roomFor, type Step } from "./room.js";
import { hasAll, holds, noteReply } from "./sequence.js";
import { jsonSize } from "./size.js";
import { keyOf } from "./ways.js";

/** Options of a tracker: those of its checks, and whose it is. */
export interface TrackOptions<Params = never> extends Options<Params> {
  /** The side that sends with `send` and receives with `receive`. Without it, no direction is wrong. */
  readonly side?: string | undefined;
}

/**
 * Begins a conversation. The tracker does not read or write: it checks the place of each message, which is valid by itself, and returns
 * the issues. A message that may not come leaves the tracker unchanged. Throws a RangeError for a side that the conversation does not
 * have.
 */
export function track<M, Params>(conversation: Conversation<M, Params>, options?: TrackOptions<Params>): Tracker<M, Params> {
  return new Tracker(conversation, options);
}

/** An exchange that has begun and not ended. */
export interface OpenExchange {
  /** Its name in the spec. */
  readonly name: string;
  /** The value of the member that its messages share. */
  readonly key: unknown;
  /** The letters that may come next in it. */
  readonly expected: readonly string[];
}

/** The result of `track`. */
export class Tracker<M, Params = never> {
  readonly conversation: Conversation<M, Params>;
  /** The options of calls that give no others. The type leaves parameters out, so that any Tracker is one of its messages. */
  readonly #options: TrackOptions | undefined;
  /** Whether the tracker is the first side's, if a letter depends on the sender. */
  private readonly isFirst: boolean | undefined;
  private readonly plan: Plan;
  private readonly whole: Course;
  private readonly courses: readonly Courses[];
  private readonly memories: readonly Memory[];
  private closed = false;
  private turn = 0;
  /** How many messages have come. */
  private message = 0;
  /** The exchanges that make room for those that a message begins, the next one last. */
  private drops: Resting[] = NO_DROPS;
  /** Whether a message may begin more exchanges than may be open. */
  private isFull = false;
  private limits: Limits | undefined;
  /** That of the last step, if it has found nothing and no rule reads its inputs. */
  private spare: Collector | undefined;
  /** The changes of the last message, while they may be reverted. */
  private held: { readonly undo: NonNullable<Undo>; readonly notes: readonly Note[] } | undefined;

  constructor(conversation: Conversation<M, Params>, options: TrackOptions<Params> | undefined) {
    const side = options?.side;
    if ((side ?? conversation.sided) !== undefined && !conversation.sides.includes(side ?? "")) throw new RangeError(`${conversation.name} has no side ${side ?? "\"\""}`);
    this.conversation = conversation;
    this.#options = options as TrackOptions | undefined;
    this.isFirst = conversation.sided === undefined ? undefined : conversation.sides[0] === side;
    this.plan = planOf(conversation);
    this.whole = this.plan.whole.start();
    this.courses = orNone(conversation.exchanges).map(() => new Courses());
    this.memories = orNone(conversation.unique).map(({ most }) => (conversation.memory as NonNullable<typeof conversation.memory>)(most));
  }

  /** The options of a tracker, with those of a call. */
  static optionsOf<M, Params>(tracker: Tracker<M, Params>, more?: Options<Params>): TrackOptions<Params> | undefined {
    const options = tracker.#options as TrackOptions<Params> | undefined;
    return more === undefined ? options : { ...options, ...more };
  }

  /** Takes a message of the other side; returns the issues of its place. */
  receive(message: M, options?: Options<Params>): readonly Issue[] {
    return this.judged(message, false, options);
  }

  /** Takes a message before it is sent. With an issue of level `must` it is not to be sent. */
  send(message: M, options?: Options<Params>): readonly Issue[] {
    return this.judged(message, true, options);
  }

  /** Ends the conversation; returns an issue if something still had to come. */
  close(options?: Options<Params>): readonly Issue[] {
    const run = this.begin(options);
    this.settle();
    if (this.closed) return [];
    this.closed = true;
    cutAt(this.conversation.whole, this.whole, run);
    for (const [i, order] of orNone(this.conversation.exchanges).entries()) {
      this.coursesOf(i).forEach((course) => cutAt(order, course, run));
    }
    return run.issues();
  }

  /** How many exchanges have begun and not ended. */
  get open(): number {
    return this.courses.reduce((sum, courses) => sum + courses.size, 0);
  }

  /** The letters of the conversation as a whole that may come next. */
  get expected(): readonly string[] {
    return this.closed ? [] : expectedIn(this.conversation.whole, this.whole);
  }

  /** The exchanges that have begun and not ended. */
  get exchanges(): readonly OpenExchange[] {
    const list: OpenExchange[] = [];
    for (const [i, order] of orNone(this.conversation.exchanges).entries()) {
      this.coursesOf(i).forEach((course, key) => list.push({ name: order.name ?? "", key, expected: expectedIn(order, course) }));
    }
    return list;
  }

  /** Whether no further message may come. */
  get ended(): boolean {
    return this.closed || this.conversation.whole.states[this.whole.state]?.next === undefined;
  }

  /**
   * Accepts a message whose own issues a collector may contain. Returns its effects on exchanges, or undefined if it is refused.
   * If `unless` returns true for the issues after all checks, the message is refused without a trace. The message can be
   * reverted until `settle` or the next message. `asked` contains, by exchange, the places of keys that no open exchange may have.
   */
  take(message: M, sent: boolean, run: Collector, unless?: (run: Collector) => boolean, asked?: Asks): readonly Step[] | undefined {
    this.settle();
    const said = { message, record: this.conversation.record(message) };
    this.message++;
    const moves = this.moves(said, sent, run, asked);
    const notes = moves && notesOf(this.conversation.unique, this.memories, said, moves[0]?.letter ?? -1, run);
    if (moves === undefined || notes === undefined) return undefined;
    const undo: Undo = unless && [];
    const open = moves[0]?.plan.counts ? this.open : 0;
    const steps = this.fit(moves, notes, undo, run);
    if (steps === undefined) return undefined;
    for (const move of moves) this.apply(move, said, steps, undo, run, open);
    if (undo === undefined && notes.length === 0) return steps;
    this.held = { undo: undo ?? [], notes };
    if (unless?.(run)) {
      this.takeBack();
      return undefined;
    }
    if (unless === undefined) this.settle();
    return steps;
  }

  /** Makes the changes of the last message permanent. */
  settle(): void {
    if (this.held === undefined) return;
    for (const { memory, key, until, bytes } of this.held.notes) memory.remember(key, until, bytes);
    this.held = undefined;
  }

  /** Takes the last message back, which was taken with `unless`; false if it is settled. */
  takeBack(): boolean {
    const { held } = this;
    this.held = undefined;
    for (const restore of orNone(held?.undo.reverse())) restore();
    return held !== undefined;
  }

  /** Notes that nobody waits for an exchange any more, if it is open: it makes room first. */
  abandon(exchange: number, key: unknown): void {
    this.courses[exchange]?.abandon(key);
  }

  /** Notes that somebody waits for an exchange. */
  claim(exchange: number, key: unknown, rests: boolean): void {
    this.courses[exchange]?.claim(key, rests);
  }

  /** How far an exchange of a key has come, or the whole. */
  course(exchange?: number, key?: unknown): Course | undefined {
    return exchange === undefined ? this.whole : this.courses[exchange]?.get(key);
  }

  private coursesOf(exchange: number): Courses {
    return this.courses[exchange] as Courses;
  }

  private begin(options: Options<Params> | undefined): Collector {
    const { of } = this.conversation;
    const all = Tracker.optionsOf(this, options);
    if (options === undefined) return begin(of, (this.limits ??= limitsOf(all)), all);
    return begin(of, limitsOf(all), all);
  }

  private judged(message: M, sent: boolean, options: Options<Params> | undefined): readonly Issue[] {
    const run = (options === undefined && this.spare) || this.begin(options);
    this.spare = undefined; // a getter of the message may use the tracker
    this.take(message, sent, run);
    if (!run.isEmpty) return run.issues();
    const hasInputs = this.conversation.of.book !== undefined || run.now !== undefined; // only: given
    // without given: const hasInputs = run.now !== undefined;
    if (options === undefined && !hasInputs) this.spare = run;
    return [];
  }

  /** Returns the effects of a message on each of its orders, or undefined if an order refuses it. */
  private moves(said: Said, sent: boolean, run: Collector, asked: Asks | undefined): readonly Move[] | undefined {
    const { tag, from, whole } = this.conversation;
    if (this.closed) return refuse(run, tag, undefined);
    const side = this.#options?.side;
    const sender = from?.[said.record] ?? "";
    if (side !== undefined && sender !== "" && (sender === side) !== sent) {
      run.must("wrong-direction", tag, "must come from the " + sender);
      return undefined;
    }
    const entry = this.plan.entry(said.record, this.isFirst === sent);
    const plan = this.plan.whole;
    const course = this.whole;
    const letter = letterOf(entry.letter, said, run);
    const next = nextState(whole, course.state, letter);
    if (next < 0) return refuse(run, tag, whole.states[course.state]);
    const effect = plan.effect(letter);
    if (!this.opens(effect, course, said, run)) return undefined;
    const news = newsOf(effect, course, said, run);
    const moves: Move[] = [{ plan, exchange: -1, key: undefined, course, letter, effect, next, begins: false, news }];
    this.isFull = false;
    for (const route of entry.routes) {
      const joins = route.items === undefined ? this.join(moves, route, said, run, asked) : this.joinAll(moves, route, said, run, asked);
      if (!joins) return undefined;
    }
    if (this.isFull && !this.hasRoom(moves, run)) return undefined;
    const keyless = asked !== undefined && moves.every(({ exchange }) => asked[exchange] === undefined) ? asked.find((at) => at !== undefined) : undefined;
    if (keyless === undefined) return moves;
    run.must("unexpected-message", keyless, "is required here: it connects the request with its reply");
    return undefined;
  }

  /** Adds the effects of a message on the exchanges whose keys are in the items of an array; false if one of them refuses it. */
  private joinAll(moves: Move[], route: Route, said: Said, run: Collector, asked: Asks | undefined): boolean {
    const letter = letterOf(route.letter, said, run);
    const own = { ...route, letter };
    if (letter < 0 || route.order.all?.includes(letter)) return this.join(moves, own, said, run, asked);
    let known: News | undefined;
    for (const key of new Set(route.items?.(said.message as never))) {
      if (!this.join(moves, own, said, run, asked, key, known)) return false;
      known ??= moves[moves.length - 1]?.news;
    }
    return true;
  }

  /** Adds the effect of a message on the exchange of a key; false if it refuses the message. */
  private join(moves: Move[], route: Route, said: Said, run: Collector, asked: Asks | undefined, given?: unknown, other?: News): boolean {
    const { exchange, plan, order, way } = route;
    const letter = letterOf(route.letter, said, run);
    if (letter < 0) return true;
    const effect = plan.effect(letter);
    if (order.all?.includes(letter)) return moves.push(cutOff(plan, exchange, undefined, effect)) > 0;
    const key = given === undefined ? keyOf(route, said, this.conversation.exchanges, this.courses) : given;
    if (key === undefined) return true;
    const courses = this.coursesOf(exchange);
    const known = courses.get(key);
    if (known !== undefined) known.concerned = this.message;
    if (order.one?.includes(letter)) return moves.push(cutOff(plan, exchange, key, effect)) > 0;
    const course = known ?? courses.start(plan);
    const next = nextState(order, course.state, letter);
    const { tag } = this.conversation;
    const taken = known === undefined ? "" : (asked?.[exchange] ?? ""); // the place of the key, if there is one
    if (next < 0 && taken !== "") {
      run.must("unexpected-message", taken, "must not be the key of an exchange that is open");
    } else if (next < 0 && known !== undefined && nextState(order, 0, letter) >= 0) {
      run.must("unexpected-message", tag, way.inUse);
    } else if (next < 0 && known === undefined && way.at.length > 0) {
      const replies = way.reply && this.conversation.exchanges?.[way.reply.exchange]?.replies;
      const at = [...orNone(replies?.members[said.record]), ...way.at].map(atMember).join("");
      run.must("unexpected-message", tag, way.none ?? `must have the ${at} of an open exchange: none has this one`);
    } else if (next < 0) {
      refuse(run, tag, order.states[course.state]);
    } else if (this.opens(effect, course, said, run)) {
      if (known === undefined) {
        course.bytes = jsonSize(key);
        if (courses.size + moves.length > most(order)) this.isFull = true;
      }
      const news = newsOf(effect, course, said, run, other);
      return moves.push({ plan, exchange, key, course, letter, effect, next, begins: known === undefined, news }) > 0;
    }
    return false;
  }

  /** Whether the exchanges that a message begins may be open, beside those that do not rest. */
  private hasRoom(moves: readonly Move[], run: Collector): boolean {
    this.drops = NO_DROPS;
    let begun = 0;
    for (let n = 1; n < moves.length; n++) {
      const { exchange, plan, begins } = moves[n] as Move;
      if (begins) begun++;
      if (begun === 0 || moves[n + 1]?.exchange === exchange) continue;
      const limit = most(plan.order as Exchange);
      const isFull = this.coursesOf(exchange).size + begun > limit;
      begun = 0;
      const room = isFull ? roomFor(moves, exchange, this.coursesOf(exchange), limit, this.message) : NO_DROPS;
      if (room === undefined) {
        run.must("unexpected-message", this.conversation.tag, `must wait until one of ${limit} open exchanges has ended`);
        return false;
      }
      if (isFull) this.drops = [...[...room].reverse(), ...this.drops];
    }
    return true;
  }

  /** Forgets an exchange to make room for another one of its kind, and returns its key. */
  private forget(exchange: number, undo: Undo): unknown {
    const courses = this.coursesOf(exchange);
    for (let drop = this.drops.pop(); drop !== undefined; drop = this.drops.pop()) {
      if (drop.exchange !== exchange || courses.get(drop.key) !== drop.course) continue; // there was room, or its bytes were needed
      courses.delete(drop.key, undo);
      return drop.key;
    }
    return undefined;
  }

  /** Whether a message may come: no check refuses it. A check that reads a message that has not come refuses, too. */
  private opens({ guards }: Effect, course: Course, said: Said, run: Collector): boolean {
    for (const check of guards) {
      if (hasAll(check, course, this.whole) && holds(check, said, undefined, course, this.whole, 0, run)) continue;
      run.must(check.rule, this.conversation.tag, check.message);
      return false;
    }
    return true;
  }

  /** Makes room for the new remembered members of a message. Returns the dropped exchanges, or undefined if the members do not fit. */
  private fit(moves: readonly Move[], notes: readonly Note[], undo: Undo, run: Collector): Step[] | undefined {
    const growth = growthOf(moves, notes);
    if (growth <= 0) return [];
    let size = this.whole.bytes + growth;
    for (const { bytes } of this.courses) size += bytes;
    for (const { bytes } of this.memories) size += bytes;
    if (size <= run.remembers) return [];
    const room = makeFit(size - run.remembers, this.courses, this.message, undo);
    if (room !== undefined) return room.map(({ exchange, key }) => ({ exchange, key, how: "forgotten" }));
    run.must("unexpected-message", this.conversation.tag, `must wait until the conversation remembers less: at most ${run.remembers} bytes`);
    return undefined;
  }

  /** Makes a change. `open` is the number of exchanges that were open before the message. */
  private apply(move: Move, said: Said, steps: Step[], undo: Undo, run: Collector, open: number): void {
    const { plan, exchange, key, course, next } = move;
    if (undo !== undefined && course !== undefined) noteCourse(course, undo);
    if (exchange < 0) {
      this.move(move, this.whole, said, open, run);
      return;
    }
    const courses = this.coursesOf(exchange);
    if (course === undefined) {
      if (key === undefined) courses.clear(undo);
      else courses.delete(key, undo);
      steps.push({ exchange, key, how: "cut off" });
      return;
    }
    const forgotten = move.begins && courses.size >= most(plan.order as Exchange) && !courses.has(key) ? this.forget(exchange, undo) : undefined;
    if (forgotten !== undefined) steps.push({ exchange, key: forgotten, how: "forgotten" });
    const reply = noteReply(plan.order as Exchange, course, move.letter, said, run);
    this.move(move, course, said, plan.counts ? courses.size + (courses.has(key) ? 0 : 1) : 0, run, reply);
    const state = plan.order.states[next];
    const how = state?.next === undefined ? "ended" : state.cut === undefined ? "rests" : "moved";
    if (how === "ended") courses.delete(key, undo);
    else courses.set(key, course, how === "rests", undo);
    const quiet = state?.quiet;
    steps.push(reply === undefined ? { exchange, key, how, quiet } : { exchange, key, how, quiet, result: reply.said?.message });
  }

  /** Moves one order, and makes its checks. */
  private move({ effect, next, news }: Move, course: Course, said: Said, open: number, run: Collector, reply?: Reply): void {
    const { checks, counts } = effect;
    course.state = next;
    course.turn = ++this.turn;
    for (const check of checks) {
      const last = check.line === undefined ? undefined : course.lines[check.line];
      if (check.kind !== "each" && (check.kind === "next") !== (last !== undefined)) continue;
      if (check.reply !== undefined && check.reply !== reply?.type) continue; // it is of other replies
      if (!holds(check, said, last, course, this.whole, open, run, reply?.said)) run[check.level ?? "must"](check.rule, check.at ?? "", check.message);
    }
    remember(course, news);
    for (const i of counts) course.counts[i] = (course.counts[i] ?? 0) + 1;
  }
}

const NO_DROPS: Resting[] = [];
