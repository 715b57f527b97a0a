import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/svc.js', import.meta.url));

export interface SvcRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface SvcOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Sees stderr as it grows; may send a signal. */
  watch?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built `svc` as a child process, in an environment without CI and without git settings. */
export function runSvc(
  args: string[],
  { cwd = tmpdir(), env = {}, watch }: SvcOptions = {},
): Promise<SvcRun> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
    watch?.(stderr, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
