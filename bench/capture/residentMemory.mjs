import { readdirSync, readFileSync } from 'node:fs';

const bytesPerMiB = 1024 * 1024;

/**
 * Resident memory of this process, and the share that the processes below it have of theirs (Linux only), in MiB.
 * Source: proc(5), `/proc/<pid>/smaps_rollup`.
 */
export function residentMemory() {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (id) => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  const shares = [...parents.keys()]
    .filter(isBelow)
    .map((id) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
  return {
    node: process.memoryUsage().rss / bytesPerMiB,
    browser: shares.reduce((sum, kB) => sum + kB, 0) / 1024,
  };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or is another user's.
    return '';
  }
}
