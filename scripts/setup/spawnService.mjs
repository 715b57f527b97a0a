import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './runProgram.mjs';
import { serviceFlags } from './serviceFlags.mjs';

const sameKeystroke = 1000;

/**
 * Starts the service. What ends us ends it: signals are passed on, once for each time that someone sends them, so that
 * it can end what it does, and a second Ctrl-C makes it hurry.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{kill: (signal: NodeJS.Signals) => void, exited: Promise<number>}} `exited` resolves with its exit code
 */
export function spawnService(env, parameters = []) {
  const service = spawn(
    process.execPath,
    [...serviceFlags, path.join(root, 'apps/server/bin/svc-server.js'), 'start', ...parameters],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      // In a group of its own: the terminal signals all of ours at once, and npm does so again.
      detached: process.platform !== 'win32',
    },
  );
  let last = Number.NEGATIVE_INFINITY;
  for (const [signal, passedOn] of [
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ]) {
    process.on(signal, () => {
      if (performance.now() - last < sameKeystroke) return;
      last = performance.now();
      service.kill(passedOn);
    });
  }
  process.on('exit', () => service.kill('SIGTERM'));
  return {
    kill: (signal) => service.kill(signal),
    exited: new Promise((resolve) => {
      service.once('error', () => resolve(1));
      service.once('exit', (code) => resolve(code ?? 1));
    }),
  };
}
