import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Runner from '@playwright/test';

/** Where `test` and `expect` are: a project of component tests has no `@playwright/test`. */
const names: readonly string[] = ['@playwright/test', 'playwright/test'];

/** The program of Playwright that this process runs: the runner or a worker of it. */
function runningProgram(): string[] {
  try {
    const file = realpathSync(process.argv[1] ?? '');
    return /[\\/](@playwright[\\/][\w-]+|playwright)[\\/]/.test(file) ? [file] : [];
  } catch {
    return [];
  }
}

function load(): { runner: typeof Runner; version: string } {
  // A project may have component tests with another Playwright than its other tests; a process takes one alone.
  const running = runningProgram().map((from) => [from, ['playwright/test']] as const);
  // A package manager that hides what this package does not depend on shows it to the project.
  const installed = [import.meta.url, join(process.cwd(), 'package.json')].map(
    (from) => [from, names] as const,
  );
  for (const [from, wanted] of [...running, ...installed]) {
    const require = createRequire(from);
    for (const name of wanted) {
      try {
        const { version } = require(`${name.replace(/^playwright.*/, 'playwright')}/package.json`);
        return { runner: require(name), version };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
      }
    }
  }
  throw new Error(
    '@svc/playwright needs @playwright/test or @playwright/experimental-ct-react: install one of them',
  );
}

const { runner, version } = load();

export const { chromium, expect, test } = runner;

/** Before 1.64, a picture that is new fails its test, unless Playwright may also overwrite those that are not. */
export const failsNewPictures: boolean = version.localeCompare('1.64', 'en', { numeric: true }) < 0;
