// Time for one go, with all contestants in turn so that a slow moment of the machine hits each of them.

// A warm-up takes at least this long. With few rounds it takes longer, as the engine compiles functions that run often.
const WARM_UP = { ms: 200, goes: 2_000, msAtMost: 1_000 };

// The result of a round. It is exported, so no result counts as unused.
export let kept;

/** Nanoseconds a go by contestant and round. A go is `work` on each of the inputs. */
export function measure(contestants, inputs, rounds, ms) {
  const runs = contestants.map(({ work }) => {
    const go = () => {
      for (const input of inputs) kept = work(input);
    };
    warmUp(go);
    return { go, goes: goesIn(go, ms), figures: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { go, goes, figures } of runs) figures.push(Math.round((time(go, goes) / goes) * 10) / 10);
  }
  return runs.map(({ figures }) => figures);
}

function warmUp(go) {
  const start = performance.now();
  for (let goes = 1; ; goes++) {
    go();
    const passed = performance.now() - start;
    if (passed >= WARM_UP.ms && (goes >= WARM_UP.goes || passed >= WARM_UP.msAtMost)) return;
  }
}

/** How many goes take about so many milliseconds. */
function goesIn(go, ms) {
  const wanted = ms * 1e6;
  for (let goes = 1; ; goes *= 2) {
    const took = time(go, goes);
    if (took * 2 >= wanted) return Math.max(1, Math.round((goes * wanted) / took));
  }
}

function time(go, goes) {
  const start = process.hrtime.bigint();
  for (let n = 0; n < goes; n++) go();
  return Number(process.hrtime.bigint() - start);
}
