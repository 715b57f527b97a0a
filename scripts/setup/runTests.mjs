import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runPackage } from './runProgram.mjs';

/** With more files than this the machine or the product is broken, and the second run would only take time. */
const mostFiles = 5;

const failures = path.join(root, '.cache/test-failures.json');
const reporter = fileURLToPath(new URL('./FailureReporter.mjs', import.meta.url));

/**
 * Runs Vitest. Where nothing was chosen, files that failed run once more, alone, and those that pass then are named:
 * thousands of tests with real browsers, databases and processes share a machine that may stall any of them.
 *
 * @param {readonly string[]} chosen arguments for Vitest
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
export async function runTests(chosen, env) {
  const code = await runVitest(chosen, env);
  if (code === 0 || chosen.length > 0) return code;
  const { files, unplaced } = readFailures();
  if (files.length === 0 || files.length > mostFiles || unplaced > 0) return code;
  const names = files.map((file) => path.relative(root, file)).join('\n  ');
  console.log(`• Running again what failed:\n  ${names}`);
  const again = await runVitest(files, env);
  if (again === 0) console.log(`⚠ Flaky: failed, and passed when run again alone:\n  ${names}`);
  return again;
}

async function runVitest(parameters, env) {
  rmSync(failures, { force: true });
  const reporters = ['--reporter=default', `--reporter=${reporter}`];
  const { code } = await runPackage('vitest/vitest.mjs', ['run', ...reporters, ...parameters], {
    env: { ...env, SVC_TEST_FAILURES: failures },
    exitCodes: Array.from({ length: 256 }, (_, code) => code),
  });
  return code;
}

/** Vitest that ended before its report has failed as a whole. */
function readFailures() {
  try {
    return JSON.parse(readFileSync(failures, 'utf8'));
  } catch {
    return { files: [], unplaced: 0 };
  }
}
