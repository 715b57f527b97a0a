import { DriverRun, JestReporter } from '@svc/test-core/driver';
import type { MochaTest } from './MochaTest.js';
import { noteMochaTest, runningTest } from './runningTest.js';
import { version } from './version.js';

const run = new DriverRun(`svc-puppeteer/${version}`);

/** Jest: a reporter, in the process that the run began in. */
export default class SvcReporter extends JestReporter {
  constructor(options?: { shard?: { shardIndex: number; shardCount: number } | undefined }) {
    super(run, options);
  }
}

/** Mocha, with `--require`: in the process that the run began in. */
export function mochaGlobalSetup(): void {
  run.begin();
}

export async function mochaGlobalTeardown(this: { stats?: { failures: number } } | undefined): Promise<void> {
  const failure = await run.end(this?.stats?.failures ? 1 : 0);
  if (failure !== null) throw new Error(failure);
}

/** Mocha, in the processes that tests run in. */
export const mochaHooks = {
  beforeEach(this: { currentTest?: MochaTest & { currentRetry?(): number } }): void {
    const test = this.currentTest;
    noteMochaTest(test, test?.currentRetry?.() ?? 0);
  },
  afterEach(this: { currentTest?: { state?: string | undefined } }): void {
    const test = runningTest();
    if (test && this.currentTest?.state === 'passed') run.notePassed(test);
    noteMochaTest(undefined, 0);
  },
};

/** Of `node --test --test-shard=1/2`. */
const nodeShard = (): string | undefined =>
  process.execArgv.flatMap((flag) => /^--test-shard=(\d+\/\d+)$/.exec(flag)?.[1] ?? [])[0];

/** node:test, with `--test-global-setup`. */
export function globalSetup(): void {
  run.begin();
}

export async function globalTeardown(): Promise<void> {
  const failure = await run.end(Number(process.exitCode ?? 0), nodeShard());
  if (failure !== null) process.exitCode = 1;
}
