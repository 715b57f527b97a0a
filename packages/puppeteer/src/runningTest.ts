import { fileOf, type RunningTest } from '@svc/test-core/driver';
import type { MochaTest } from './MochaTest.js';

const mochaKey = Symbol.for('svc.puppeteer.mocha');

interface Globals {
  [mochaKey]?: { test: MochaTest; attempt: number } | undefined;
  expect?: { getState?: () => { testPath?: string; currentTestName?: string } };
}

const globals = globalThis as Globals;

export function noteMochaTest(test: MochaTest | undefined, attempt: number): void {
  globals[mochaKey] = test && { test, attempt };
}

/** The test that runs in Jest, Mocha or node:test; null where the runner does not say. */
export const runningTest = (): RunningTest | null => ofMocha() ?? ofJest() ?? ofNode();

function ofMocha(): RunningTest | null {
  const { test, attempt } = globals[mochaKey] ?? {};
  if (!test) return null;
  return { file: fileOf(test.file ?? ''), titles: test.titlePath(), attempt };
}

/** A test as jest-circus keeps it. */
interface CircusBlock {
  name: string;
  parent?: CircusBlock | undefined;
  invocations?: number;
}

function ofJest(): RunningTest | null {
  const { testPath, currentTestName } = globals.expect?.getState?.() ?? {};
  if (!testPath || !currentTestName) return null;
  const file = fileOf(testPath);
  // Jest tells a test neither its titles nor its attempt; the state of its runner does.
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol && (Reflect.get(globalThis, symbol) as { currentlyRunningTest?: CircusBlock | null });
  const test = state?.currentlyRunningTest;
  if (!test?.invocations) return { file, titles: [currentTestName] };
  const titles: string[] = [];
  for (let block: CircusBlock | undefined = test; block?.parent; block = block.parent)
    titles.unshift(block.name);
  return { file, titles, attempt: test.invocations - 1 };
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
