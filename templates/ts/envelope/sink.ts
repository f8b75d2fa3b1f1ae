/** Sinks that may take a part of a text only. */

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/**
 * Thrown by a sink that has taken a part of a text before it failed, and by a writer for each later line. Your own sink may throw it
 * for the same reason.
 */
export class TornError extends Error {
  override readonly name: string = "TornError";
  /** The exception of the sink. */
  readonly error: unknown;

  constructor(message: string, error: unknown) {
    super(message);
    this.error = error;
    Object.defineProperty(this, "cause", { value: error, writable: true, configurable: true });
  }
}

/**
 * Makes a sink of texts from a function that takes bytes and returns how many it has taken, such as
 * `(bytes) => fs.writeSync(fd, bytes)`. It is called again with the rest. Its exceptions are passed on. If a part has been taken,
 * the exception is the cause of a TornError.
 */
export function allBytes(write: (bytes: Uint8Array) => number): (text: string) => void {
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    for (let done = 0; done < bytes.length; ) {
      try {
        done += taken(write, bytes.subarray(done));
      } catch (error) {
        throw done === 0 ? error : new TornError("a part of a text has been written", error);
      }
    }
  };
}

function taken(write: (bytes: Uint8Array) => number, rest: Uint8Array): number {
  const count = write(rest);
  if (Number.isInteger(count) && count > 0 && count <= rest.length) return count;
  throw new RangeError(`the sink has taken ${count} of ${rest.length} bytes`);
}
