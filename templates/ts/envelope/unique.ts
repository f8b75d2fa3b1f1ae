/** Remembers keys up to a time. */

import type { Collector } from "./collect.js";
import type { Memory } from "./conversation.js";
import { nowOf } from "./stages.js";
import { compareTimes, type Time } from "./timestamp.js";

/** The memory of a conversation with `unique`. */
export function remembering(most: number): Memory {
  return new Remembered(most);
}

interface UniqueEntry {
  readonly key: unknown;
  readonly bytes: number;
  readonly until: Time;
}

class Remembered implements Memory {
  bytes = 0;
  private readonly most: number;
  private readonly keys = new Set<unknown>();
  private readonly heap: UniqueEntry[] = []; // an entry ends no later than those at twice its index, plus 1 and plus 2

  constructor(most: number) {
    this.most = most;
  }

  refuses(key: unknown, run: Collector): "repeated" | "full" | undefined {
    const now = nowOf(run);
    for (let [first] = this.heap; first !== undefined && compareTimes(first.until, now) < 0; [first] = this.heap) {
      this.keys.delete(first.key);
      this.bytes -= first.bytes;
      this.drop();
    }
    if (this.keys.has(key)) return "repeated";
    return this.keys.size >= this.most ? "full" : undefined;
  }

  remember(key: unknown, until: Time, bytes: number): void {
    this.keys.add(key);
    this.bytes += bytes;
    const entry = { key, until, bytes };
    let at = this.heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.heap[above];
      if (other === undefined || compareTimes(other.until, until) <= 0) break;
      this.heap[at] = other;
      at = above;
    }
    this.heap[at] = entry;
  }

  /** Takes the first entry away. */
  private drop(): void {
    const moved = this.heap.pop();
    if (moved === undefined || this.heap.length === 0) return;
    let at = 0;
    for (let below = 1; below < this.heap.length; below = 2 * at + 1) {
      if (this.isEarlier(below + 1, this.heap[below])) below++;
      if (!this.isEarlier(below, moved)) break;
      this.heap[at] = this.heap[below] as UniqueEntry;
      at = below;
    }
    this.heap[at] = moved;
  }

  private isEarlier(at: number, than: UniqueEntry | undefined): boolean {
    const entry = this.heap[at];
    return entry !== undefined && than !== undefined && compareTimes(entry.until, than.until) < 0;
  }
}
