import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from './main.js';

// Help and refusals load nothing of these: they answer at once.
const heavy = ['fastify', 'kysely', 'pg', 'pg-boss', 'pino', 'playwright-core'];
for (const library of heavy) {
  vi.doMock(library, () => {
    throw new Error(`${library} was loaded`);
  });
}

let printed: string;
let exitCode: typeof process.exitCode;
beforeEach(() => {
  printed = '';
  exitCode = process.exitCode;
  process.exitCode = undefined;
  const write = (text: unknown) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = exitCode;
});

const codeOf = async (...args: string[]) => {
  await main(args);
  return process.exitCode;
};

test('help ends with 0', async () => {
  vi.stubEnv('SVC_PORT', 'a bad setting does not matter to help');
  expect(await codeOf('help')).toBe(0);
  expect(printed).toContain('Usage: svc-server');
});

test('a bad command or option ends with 2', async () => {
  expect(await codeOf('bootstrap')).toBe(2);
  expect(printed).toContain("unknown command 'bootstrap'");
  expect(await codeOf('start', '--loud')).toBe(2);
});

test('bad settings end with 1, told in one line each', async () => {
  for (const library of heavy) vi.doUnmock(library);
  vi.stubEnv('SVC_PORT', 'x');
  vi.stubEnv('SVC_PAGES', '0');
  expect(await codeOf('sign-in-link')).toBe(1);
  expect(printed).toBe(
    'SVC_PORT must be a whole number from 0 to 65535, not "x"\nSVC_PAGES must be a whole number from 1 to 64, not "0"\n',
  );
});
