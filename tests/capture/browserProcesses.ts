import { readdirSync, readFileSync } from 'node:fs';

export interface BrowserProcess {
  pid: number;
  parent: number;
  kind: string;
  command: string;
}

/** Linux only: the browser processes below a process, this one by default. */
export function browserProcesses(kind?: 'browser' | 'renderer', ancestor = process.pid): BrowserProcess[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = read(`/proc/${name}/stat`);
        const parent = /^\d+ \(.*\) \w (\d+)/s.exec(stat)?.[1];
        return parent ? [[Number(name), Number(parent)] as const] : [];
      }),
  );
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 0; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow).flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    if (!command.includes('--remote-debugging-pipe') && !command.includes('--type=')) return [];
    const found = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser';
    return kind && found !== kind ? [] : [{ pid, parent: parents.get(pid) ?? 0, kind: found, command }];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
