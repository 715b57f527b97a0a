import { fileOf } from './keepPicture.js';
import type { RunningTest } from './RunningTest.js';

/** A test as jest-circus keeps it. */
interface CircusBlock {
  name: string;
  parent?: CircusBlock | undefined;
  invocations?: number;
}

/** The test that runs in Jest; null where there is none. */
export function jestTest(): RunningTest | null {
  const { expect } = globalThis as {
    expect?: { getState?: () => { testPath?: string; currentTestName?: string } };
  };
  const { testPath, currentTestName } = expect?.getState?.() ?? {};
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
