import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 120_000;
/** Characters of what it printed last. */
const longestOutput = 4_000;

/**
 * Starts a process of the service, and waits until it is ready.
 *
 * @param {{program: string, env: NodeJS.ProcessEnv, folder: string}} options `folder` is for its own files
 */
export async function startProcess({ program, env, folder }) {
  const readyFile = join(folder, 'ready.json');
  rmSync(readyFile, { force: true });
  const child = spawn(process.execPath, [program, 'start'], {
    env: { ...process.env, SVC_READY_FILE: readyFile, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-longestOutput);
    });
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const end = (signal) => {
    child.kill(signal);
    return exited;
  };
  for (const begin = performance.now(); !existsSync(readyFile); await sleep(50)) {
    const isLate = performance.now() - begin > patienceMs;
    if (child.exitCode === null && child.signalCode === null && !isLate) continue;
    await end('SIGKILL');
    throw new Error(`a process of the service did not get ready (${env.SVC_ROLES}):\n${output}`);
  }
  return {
    pid: child.pid,
    readyFile,
    output: () => output,
    kill: () => end('SIGKILL'),
    /** @returns its exit code */
    stop: () => end('SIGTERM'),
  };
}
