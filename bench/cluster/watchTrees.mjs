import { listProcesses } from '../capture/watchProcesses.mjs';

const ticksPerSecond = 100;
const everyMs = 150;

/**
 * Follows the CPU time of processes and all below them (Linux only).
 *
 * @param {Record<string, number>} roots process ids by name; what is below none of them counts as `rest`
 */
export function watchTrees(roots) {
  const names = new Map(Object.entries(roots).map(([name, id]) => [id, name]));
  const others = new Set();
  const known = new Map();
  const look = () => {
    const processes = listProcesses(others);
    const parents = new Map(processes.map(({ id, parent }) => [id, parent]));
    const nameOf = (id) => names.get(id) ?? (parents.has(id) ? nameOf(parents.get(id)) : 'rest');
    for (const { id, started, ticks } of processes)
      known.set(`${id} ${started}`, { name: nameOf(id), ticks });
  };
  look();
  const first = new Map([...known].map(([key, { ticks }]) => [key, ticks]));
  const timer = setInterval(look, everyMs);
  return {
    /** Seconds of CPU since the start, by name. */
    cpu() {
      look();
      const seconds = {};
      for (const [key, { name, ticks }] of known)
        seconds[name] = (seconds[name] ?? 0) + (ticks - (first.get(key) ?? 0)) / ticksPerSecond;
      return seconds;
    },
    stop: () => clearInterval(timer),
  };
}
