import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { spawnCommand } from '../wrapped/spawnCommand.js';

export interface JestTest {
  /** Absolute. */
  file: string;
  /** Describes and title. */
  titles: string[];
}

/** What of Jest's report is read. */
interface JestReport {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string }[] }[];
}

/** A pattern that no title matches: Jest then loads the test files, and runs none of their tests and hooks. */
const listing = ['--ci', '--testNamePattern', 'svc-import-only-lists-tests'];

/**
 * The tests of a project, without running one.
 * @param command that starts Jest
 * @throws CliError where Jest does not list them
 */
export async function listJestTests(command: readonly string[], context: Context): Promise<JestTest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-import-'));
  try {
    const file = join(folder, 'tests.json');
    context.note('Jest was listing its tests; nothing was sent');
    const code = await spawnCommand([...command, ...listing, '--json', '--outputFile', file], {
      cwd: context.cwd,
      env: context.env,
      toStderr: true,
    });
    context.signal.throwIfAborted();
    if (code !== 0)
      throw new CliError(
        'TESTS_NOT_LISTED',
        `Jest ended with exit code ${code} when it listed its tests: nothing was imported. Every test file has to load; ` +
          'leave out others, as in `svc import jest-image-snapshot -- npx jest tests/visual`',
      );
    return testsOf(await readReport(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readReport(file: string): Promise<JestReport> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CliError(
      'NOT_JEST',
      'the command did not write the report of Jest (--json --outputFile): it has to start Jest itself, as in ' +
        '`svc import jest-image-snapshot -- npx jest --config e2e/jest.config.js`',
    );
  });
  return JSON.parse(text) as JestReport;
}

const testsOf = ({ testResults }: JestReport): JestTest[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title }) => ({ file: name, titles: [...ancestorTitles, title] })),
  );
