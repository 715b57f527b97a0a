import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process at a moment. A pid alone is used again by others; a pid with a start time is not. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in whatever form the system says so; empty where it does not. */
  started: string;
}

interface RunningProcess extends ProcessIdentity {
  arguments: string[];
}

/** The live process with this pid; null when there is none, or when only its exit status is left. */
export function findProcess(pid: number): RunningProcess | null {
  if (!Number.isSafeInteger(pid) || pid < 1) return null;
  if (process.platform === 'linux') return findInProc(pid);
  if (!isSignalable(pid)) return null;
  return process.platform === 'win32' ? { pid, started: '', arguments: [] } : findWithPs(pid);
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: findProcess(process.pid)?.started ?? '' };
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return findProcess(pid)?.started === started;
}

/** Waits until the process is gone; false when it is still there after the given milliseconds. */
export async function waitForEnd(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

function findInProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; behind it come state (field 3) … start time in ticks (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { pid, started: `${fields[19]}@${boot}`, arguments: commandLine.split('\0').slice(0, -1) };
  } catch {
    return null;
  }
}

function findWithPs(pid: number): RunningProcess | null {
  const ask = (column: string) =>
    execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  try {
    if (ask('stat').startsWith('Z')) return null;
    return { pid, started: ask('lstart'), arguments: ask('args').split(' ') };
  } catch {
    return null;
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
