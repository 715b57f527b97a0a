import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const everyMs = 150;

/**
 * Follows the CPU time and memory of all processes below this one, and of this one, by kind: `client` (this process),
 * `service`, `postgres`, and of browsers `browser`, `pages` (the renderers), `drawing` and `network` (Linux only). They are
 * looked at again and again, since nobody collects the times of a
 * browser's processes when it ends. Source: proc(5), `/proc/<pid>/stat` and `/proc/<pid>/smaps_rollup`.
 * @param memoryEveryMs how often memory is read, which is expensive; 0 for never
 */
export function watchProcesses({ memoryEveryMs = 0 } = {}) {
  /** Processes that are none of ours: to read them each time would cost more than some of what is measured. */
  const others = new Set();
  const known = new Map();
  /** What they had used before; those that start later have used nothing. */
  const first = new Map(listProcesses(others).map(({ id, started, ticks }) => [`${id} ${started}`, ticks]));
  let peak = { total: 0, byKind: {} };

  function look() {
    for (const one of listProcesses(others)) {
      known.set(`${one.id} ${one.started}`, one);
    }
  }
  function lookAtMemory() {
    const byKind = {};
    for (const { id, kind } of listProcesses(others)) {
      byKind[kind] = (byKind[kind] ?? 0) + memoryOf(id);
    }
    const total = Object.values(byKind).reduce((sum, one) => sum + one, 0);
    if (total > peak.total) peak = { total, byKind };
  }

  const timers = [setInterval(look, everyMs)];
  if (memoryEveryMs > 0) timers.push(setInterval(lookAtMemory, memoryEveryMs));
  return {
    /** Seconds of CPU since the start, by kind. */
    cpu() {
      look();
      const byKind = {};
      for (const [key, { kind, ticks }] of known) {
        byKind[kind] = (byKind[kind] ?? 0) + (ticks - (first.get(key) ?? 0)) / ticksPerSecond;
      }
      return byKind;
    },
    /** The highest sum of all that was seen, in MiB, and what it consisted of. */
    peakMemory: () => peak,
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** This process and those below it. */
export function listProcesses(others) {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || others.has(Number(name))) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      const fields = stat.slice(end + 2).split(' ');
      processes.set(Number(name), {
        program: stat.slice(stat.indexOf('(') + 1, end),
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
  const ours = [];
  for (const [id, one] of processes) {
    if (id === process.pid || isBelow(one)) ours.push({ ...one, id, kind: kindOf(id, one.program) });
    else others.add(id);
  }
  return ours;
}

function kindOf(id, program) {
  if (id === process.pid) return 'client';
  if (program.startsWith('postgres')) return 'postgres';
  return /chrom|headless/.test(program) ? partOf(id) : 'service';
}

/** What the processes of a browser are for, by their `--type`. A child that is being made still has the name of its parent. */
const browserParts = { renderer: 'pages', 'gpu-process': 'drawing', utility: 'network' };
const knownParts = new Map();

function partOf(id) {
  const known = knownParts.get(id);
  if (known) return known;
  try {
    const type = /--type=([\w-]+)/.exec(readFileSync(`/proc/${id}/cmdline`, 'utf8'))?.[1];
    const part = browserParts[type] ?? 'browser';
    if (type && type !== 'zygote') knownParts.set(id, part);
    return part;
  } catch {
    return 'browser';
  }
}

/** Kinds of the processes of browsers. */
export const browserKinds = ['browser', ...Object.values(browserParts)];

/** The share of a process in the memory that it uses with others, in MiB. */
function memoryOf(id) {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}
