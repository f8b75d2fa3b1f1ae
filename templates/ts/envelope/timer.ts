/** Timers. */

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
declare const setTimeout: (work: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/** A timer that runs. */
export interface Timer {
  restart(): void;
  stop(): void;
}

/** The longest time that timers take; a longer one would be none. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Does some work once a time is over. */
export function after(milliseconds: number, work: () => void): Timer {
  const start = (): unknown => setTimeout(work, Math.min(milliseconds, LONGEST_DELAY));
  let timer = start();
  const stop = (): void => clearTimeout(timer);
  const restart = (): void => {
    stop();
    timer = start();
  };
  return { restart, stop };
}
