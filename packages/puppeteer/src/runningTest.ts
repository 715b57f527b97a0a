import { fileOf, jestTest, type RunningTest } from '@svc/test-core/driver';
import type { MochaTest } from './MochaTest.js';

const mochaKey = Symbol.for('svc.puppeteer.mocha');

interface Globals {
  [mochaKey]?: { test: MochaTest; attempt: number } | undefined;
}

const globals = globalThis as Globals;

export function noteMochaTest(test: MochaTest | undefined, attempt: number): void {
  globals[mochaKey] = test && { test, attempt };
}

/** The test that runs in Jest, Mocha or node:test; null where the runner does not say. */
export const runningTest = (): RunningTest | null => ofMocha() ?? jestTest() ?? ofNode();

function ofMocha(): RunningTest | null {
  const { test, attempt } = globals[mochaKey] ?? {};
  if (!test) return null;
  return { file: fileOf(test.file ?? ''), titles: test.titlePath(), attempt };
}

/** What Node 24 tells of a test. */
interface NodeTest {
  fullName: string;
  filePath?: string | undefined;
  attempt?: number;
}

function ofNode(): RunningTest | null {
  const { getTestContext } = (process.getBuiltinModule?.('node:test') ?? {}) as {
    getTestContext?: () => NodeTest | undefined;
  };
  const test = getTestContext?.();
  if (!test) return null;
  return {
    file: fileOf(test.filePath ?? process.argv[1] ?? ''),
    titles: test.fullName.split(' > '),
    attempt: test.attempt ?? 0,
  };
}
