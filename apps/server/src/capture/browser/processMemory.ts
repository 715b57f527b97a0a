import { readFileSync } from 'node:fs';

/** One process of a browser with the memory that it does not share with files, in bytes. */
export interface ProcessMemory {
  pid: number;
  kind: string;
  bytes: number;
}

/**
 * Linux only: a process with all below it; empty on other systems, and when it is gone. Reads at once: the files of
 * `/proc` are not on a disk, and to hand each of them to another thread costs several times what reading it does.
 */
export function processMemory(pid: number): ProcessMemory[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const own = {
      pid,
      kind: /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser',
      bytes: kibibytes(status, 'RssAnon') + kibibytes(status, 'RssShmem'),
    };
    return [own, ...children.split(' ').filter(Boolean).map(Number).flatMap(processMemory)];
  } catch {
    return [];
  }
}

const kibibytes = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
