import { spawn } from 'node:child_process';

/**
 * Runs svc in the log of the step.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv}} options
 * @returns {Promise<number>} its exit code
 */
export function runSvc(program, args, options) {
  const child = spawn(process.execPath, [program, ...args], { ...options, stdio: 'inherit' });
  // The runner asks with SIGINT, then SIGTERM, before it kills: svc then cancels or completes what it began.
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
