import { readFile } from 'node:fs/promises';

/** One process of a browser with the memory that it does not share with files, in bytes. */
export interface ProcessMemory {
  pid: number;
  kind: string;
  bytes: number;
}

/** Linux only: a process with all below it; empty on other systems, and when it is gone. */
export async function processMemory(pid: number): Promise<ProcessMemory[]> {
  try {
    const [status, command, children] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
    ]);
    const own = {
      pid,
      kind: /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser',
      bytes: kibibytes(status, 'RssAnon') + kibibytes(status, 'RssShmem'),
    };
    const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(processMemory));
    return [own, ...below.flat()];
  } catch {
    return [];
  }
}

const kibibytes = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
