import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc (Linux, every architecture that Node runs on). */
const ticksPerSecond = 100;

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Milliseconds of processor time that this process and a child have used, all threads. */
function cpuTime(child) {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (child ? childTime(child) : 0);
}

function childTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

/**
 * Runs something many times and returns medians over rounds, in milliseconds each: `{cpu, wall}`. A round lasts long
 * enough for a child's clock of 10 ms.
 */
export async function measure(run, { childOf, rounds = 5, roundTime = 300 } = {}) {
  for (const until = performance.now() + roundTime; performance.now() < until; ) await run();
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const child = childOf?.();
    const [cpu, start] = [cpuTime(child), performance.now()];
    let runs = 0;
    while (performance.now() - start < roundTime) {
      await run();
      runs++;
    }
    results.push({ cpu: (cpuTime(child) - cpu) / runs, wall: (performance.now() - start) / runs });
  }
  return { cpu: median(results.map(({ cpu }) => cpu)), wall: median(results.map(({ wall }) => wall)) };
}
