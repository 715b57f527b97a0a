import type { Snippet } from './readSnippets.js';

/** Lines of shell snippets that are not run, and why. */
export const notRun: readonly (readonly [RegExp, string])[] = [
  [
    /^(docker|kubectl|helm|sudo) /,
    'needs containers, a cluster, or a server: `npm run test:image`, `test:chart`',
  ],
  [/^(claude|codex) /, 'needs that program'],
  [/\bnpm (run demo|start)\b/, 'runs until it is stopped: tests/service/mainJob.spec.ts starts the service'],
  [/\bsvc-server start\b/, 'runs until it is stopped: tests/service/roles.spec.ts'],
  [/\bsvc-server upgrade\b/, 'needs a cluster of an older PostgreSQL: copyDatabase.db.test.ts'],
  [/\bs3:\/\//, 'needs a bucket: `npm run test:s3`'],
  [/\bimport playwright\b/, 'runs the tests of the project: tests/plugins/playwrightImport.spec.ts'],
  [/\bsvc login\b/, 'waits for a person in a browser: tests/service/cliLogin.spec.ts'],
  [/\bstorybook dev\b/, 'runs until it is stopped: tests/plugins/storybookAddon.spec.ts'],
  [/\bnpx reg-suit\b/, 'needs the bucket of reg-suit'],
  [/=\S*…/, 'has a secret of the reader'],
];

/** A shell snippet, or what of it can be run. */
export interface Runnable extends Snippet {
  lines: string[];
}

/** Commands of a snippet, one a line, without comments. */
export const commandsOf = ({ text }: Pick<Snippet, 'text'>): string[] =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)# .*$/, '').trim())
    .filter(Boolean);

/** Why a command is not run; null where it is. */
export const reasonOf = (command: string): string | null =>
  notRun.find(([pattern]) => pattern.test(command))?.[1] ?? null;

export const runnableOf = (snippet: Snippet): Runnable => ({
  ...snippet,
  lines: commandsOf(snippet).filter((command) => reasonOf(command) === null),
});
