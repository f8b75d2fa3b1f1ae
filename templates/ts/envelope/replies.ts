/** Replies that come one after the other. */

interface Reader<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** The replies that wait for a reader, and the readers that wait for a reply. */
export class Replies<T> implements AsyncIterableIterator<T> {
  private readonly most: number;
  private readonly abandon: () => void;
  private readonly tooMany: () => unknown;
  private readonly values: T[] = [];
  private readonly readers: Reader<T>[] = [];
  private ended: { readonly error: unknown } | undefined;

  /** `abandon` is called where the reader leaves, or where more values come than may wait; `tooMany` is the error then. */
  constructor(most: number, abandon: () => void, tooMany: () => unknown) {
    this.most = most;
    this.abandon = abandon;
    this.tooMany = tooMany;
  }

  push(value: T): void {
    if (this.ended !== undefined) return;
    const reader = this.readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value });
    } else if (this.values.push(value) > this.most) {
      this.abandon();
      this.end(this.tooMany());
    }
  }

  /** Ends the sequence after the waiting values, with an error if one is given. */
  end(error?: unknown): void {
    if (this.ended !== undefined) return;
    this.ended = { error };
    for (let reader = this.readers.shift(); reader !== undefined; reader = this.readers.shift()) this.finish(reader);
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return new Promise((resolve, reject) => {
      if (this.values.length > 0) resolve({ done: false, value: this.values.shift() as T });
      else if (this.ended !== undefined) this.finish({ resolve, reject });
      else this.readers.push({ resolve, reject });
    });
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.abandon();
    this.values.length = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Reports the end to one reader. Only the first reader gets the error. */
  private finish({ resolve, reject }: Reader<T>): void {
    const error = this.ended?.error;
    this.ended = { error: undefined };
    if (error === undefined) resolve({ done: true, value: undefined });
    else reject(error);
  }
}
