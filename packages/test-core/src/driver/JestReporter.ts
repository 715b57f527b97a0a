import { fileOf } from './keepPicture.js';
import type { RunningTest } from './RunningTest.js';

/** What begins with a run of Jest and ends with it. */
interface Run {
  begin(): void;
  notePassed(test: RunningTest): void;
  /** @returns why the run fails although its tests may have passed; null if it does not */
  end(exitCode: number, shard?: string): Promise<string | null>;
}

/** How a test ended, as Jest tells its reporters. */
interface TestResult {
  ancestorTitles: readonly string[];
  title: string;
  status: string;
  /** Attempts; jest-circus counts them. */
  invocations?: number;
}

/** A reporter of Jest, in the process that the run began in. */
export class JestReporter {
  readonly #run: Run;
  readonly #shard: string | undefined;
  #error: Error | undefined;

  constructor(run: Run, { shard }: { shard?: { shardIndex: number; shardCount: number } | undefined } = {}) {
    this.#run = run;
    this.#shard = shard && `${shard.shardIndex}/${shard.shardCount}`;
  }

  onRunStart(): void {
    this.#run.begin();
  }

  onTestResult({ path }: { path: string }, { testResults }: { testResults: readonly TestResult[] }): void {
    if (!testResults.some(({ invocations = 1 }) => invocations > 1)) return;
    for (const { ancestorTitles, title, status, invocations = 1 } of testResults)
      if (status === 'passed')
        this.#run.notePassed({
          file: fileOf(path),
          titles: [...ancestorTitles, title],
          attempt: invocations - 1,
        });
  }

  async onRunComplete(
    _contexts: unknown,
    { numFailedTests, numFailedTestSuites }: { numFailedTests: number; numFailedTestSuites: number },
  ): Promise<void> {
    const failure = await this.#run.end(numFailedTests + numFailedTestSuites > 0 ? 1 : 0, this.#shard);
    this.#error = failure === null ? undefined : new Error(failure);
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}
