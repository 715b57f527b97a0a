import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const everyMs = 150;

/**
 * Measures the CPU time of all processes below this one (Linux only). They are looked at again and again, since nobody
 * collects the times of a browser's processes when it ends. Source: proc(5), `/proc/<pid>/stat`.
 * @returns a function that stops the meter and returns the CPU time in seconds
 */
export function startCpuMeter() {
  /** Processes that are none of ours: to read them each time would cost more than some of what is measured. */
  const others = new Set();
  const first = look(others);
  const last = new Map();
  const remember = () => {
    for (const [id, ticks] of look(others)) last.set(id, ticks);
  };
  const timer = setInterval(remember, everyMs);
  return () => {
    clearInterval(timer);
    remember();
    const ticks = [...last].reduce((sum, [id, now]) => sum + now - (first.get(id) ?? 0), 0);
    return ticks / ticksPerSecond;
  };
}

/** Ticks so far of each process below this one, by its id and start time. */
function look(others) {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || others.has(Number(name))) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(name), {
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
        started: fields[19],
      });
    } catch {
      // It ended while it was read.
    }
  }
  const isBelow = ({ parent }) =>
    parent === process.pid || (processes.has(parent) && isBelow(processes.get(parent)));
  const ours = new Map();
  for (const [id, one] of processes) {
    if (id === process.pid || isBelow(one)) ours.set(`${id} ${one.started}`, one.ticks);
    else others.add(id);
  }
  return ours;
}
