import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

// Windows starts npm through a script for its shell. The program is beside Node's.
const npmOfWindows =
  process.platform === 'win32'
    ? path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
    : undefined;

/** Something that went wrong and that its message explains: shown without a stack. */
export class Explained extends Error {}

/**
 * Runs a program to its end, in the repository unless told otherwise.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, keep?: boolean, timeout?: number, exitCodes?: number[]}} [options]
 *   `quiet` keeps the output back unless it fails; `keep` only what it writes to stdout; `timeout` in milliseconds
 * @returns {Promise<{code: number, stdout: string}>} `stdout` only when it was kept
 */
export async function runProgram(program, parameters, options = {}) {
  const { cwd = root, env = process.env, quiet = false, keep = quiet, timeout, exitCodes = [0] } = options;
  const child = spawn(program, parameters, {
    cwd,
    env,
    timeout,
    stdio: ['ignore', keep ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  const stdout = [];
  const output = [];
  child.stdout?.on('data', (chunk) => {
    stdout.push(chunk);
    output.push(chunk);
  });
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const { code, reason } = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, reason: error.message }));
    child.once('close', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }));
  });
  if (code === null || !exitCodes.includes(code)) {
    const command = [path.basename(program), ...parameters].join(' ');
    throw new Explained(`${command}: ${reason}\n${Buffer.concat(output)}`.trimEnd());
  }
  return { code, stdout: Buffer.concat(stdout).toString() };
}

/** Runs npm: the one that runs us, or the one on the PATH. */
export function runNpm(parameters, options) {
  const cli = process.env.npm_execpath ?? npmOfWindows;
  if (cli?.endsWith('.js')) return runProgram(process.execPath, [cli, ...parameters], options);
  return runProgram('npm', parameters, options);
}

/** Runs the program of an installed package. */
export function runPackage(script, parameters, options) {
  return runProgram(process.execPath, [path.join(root, 'node_modules', script), ...parameters], options);
}

/** Says what begins, and how long it took. */
export async function step(title, work) {
  const started = performance.now();
  console.log(`• ${title}`);
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  if (seconds > 1) console.log(`  done in ${seconds.toFixed(1)} s`);
  return result;
}

/** Runs a script's main part: failures that explain themselves are shown without a stack. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Explained ? `✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
