import { rmSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import {
  describeReport,
  isLacking,
  openFoundImages,
  openRun,
  type RunReport,
  type SentShot,
  type Shot,
  type SnapshotRun,
  toReview,
  WaitingShots,
} from '@svc/test-core';
import { attachImages, dropOwnAttachments } from './attachImages.js';
import type { SvcOptions } from './options.js';
import { PictureImport } from './PictureImport.js';
import { sharedState } from './sharedState.js';
import { shareBases, shotFolder } from './shotFolder.js';
import { listProblems, takenPictures } from './takenPictures.js';
import { traceOf } from './traceOf.js';
import { version } from './version.js';

/** What Playwright tells a reporter beside its own options. */
interface ReporterContext {
  /** `test` where tests run; `list` with `--list`, and `merge` for `merge-reports`. */
  _mode?: string;
}

/** What changes how the run ends. */
type Verdict = { status?: FullResult['status'] };

/** Uploads what tests took, once they have ended, and says how it compares. */
export default class SvcReporter implements Reporter {
  readonly #options: SvcOptions;
  readonly #folder = shotFolder();
  readonly #waiting = new WaitingShots(() => this.#run);
  /** The result of the attempt that took each picture. */
  readonly #results = new Map<Shot, TestResult>();
  readonly #tests = new Map<TestResult, TestCase>();
  readonly #problems = new Set<string>();
  /** In a run of `svc import`, which uploads nothing itself. */
  readonly #import: PictureImport | null;
  /** Tests are listed, or ran elsewhere, where their pictures were uploaded. */
  readonly #isIdle: boolean;
  #fullConfig: FullConfig | null = null;
  #run: Promise<SnapshotRun | string> = Promise.resolve('');
  #failure: Error | null = null;

  constructor({ _mode: mode = 'test' }: ReporterContext = {}) {
    const { options, config } = sharedState;
    if (!options || !config)
      throw new Error('the reporter of svc needs withSvc() in the configuration of Playwright');
    sharedState.hasReporter = true;
    this.#options = options;
    this.#isIdle = mode !== 'test';
    const images = openFoundImages(process.env);
    this.#import = images && new PictureImport(images, options, config);
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(fullConfig: FullConfig): void {
    const { shard } = fullConfig;
    this.#fullConfig = fullConfig;
    const { suite } = this.#options;
    if (this.#isIdle) return;
    if (this.#import) {
      shareBases(suite, {});
      return;
    }
    this.#run = openRun({
      shard: shard ? `${shard.current}/${shard.total}` : undefined,
      userAgent: `svc-playwright/${version}`,
    }).catch((error: Error) => {
      this.#failure = error;
      return error.message;
    });
    void this.#run.then(async (run) => {
      shareBases(suite, typeof run === 'string' ? {} : await run.findBases(suite));
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.#isIdle) return;
    const { buffers = false } = this.#options;
    for (const problem of listProblems(this.#folder, result, buffers)) this.#problems.add(problem);
    const shots = takenPictures(this.#folder, test, result, this.#options);
    if (this.#import && this.#fullConfig) {
      this.#import.add(this.#folder, shots, test, this.#fullConfig);
      dropOwnAttachments(this.#folder, result);
      return;
    }
    for (const shot of shots) this.#results.set(shot, result);
    this.#tests.set(result, test);
    const key = `${test.id} ${test.repeatEachIndex}`;
    this.#waiting.keep(key, shots);
    dropOwnAttachments(this.#folder, result);
    const passed = result.status === test.expectedStatus;
    if (passed) this.#waiting.send(key, result.retry);
    else if (result.retry >= test.retries) this.#waiting.send(key, null);
  }

  async onEnd({ status }: FullResult): Promise<Verdict> {
    if (this.#isIdle) return {};
    if (this.#import) {
      this.#import.write();
      return this.#conclude(status, [], false);
    }
    this.#waiting.sendAll();
    const { mode, attach = 'changed', onUploadError = 'fail' } = this.#options;
    const run = await this.#run;
    if (typeof run === 'string')
      return this.#conclude(status, [run], this.#failure !== null && onUploadError === 'fail');
    const report = await run.end(status === 'passed' ? 0 : 1);
    attachImages(report, this.#results, attach);
    const isAsserted = (mode ?? (run.isLocal ? 'assert' : 'report')) === 'assert';
    const fails =
      (onUploadError === 'fail' && isLacking(report)) || (isAsserted && toReview(report).length > 0);
    const lines = [...describeReport(report), ...(await run.attachTraces(this.#tracesOf(report)))];
    return this.#conclude(status, lines, fails);
  }

  /** The traces of tests whose snapshots changed, as far as Playwright has recorded them. */
  #tracesOf(report: RunReport): { sent: SentShot; file: string }[] {
    if (this.#options.trace === 'never') return [];
    return toReview(report).flatMap((sent) => {
      const result = this.#results.get(sent.shot);
      if (!result || sent.result.status !== 'changed') return [];
      const file = traceOf(result, this.#tests.get(result)?.results ?? []);
      return file ? [{ sent, file }] : [];
    });
  }

  async onExit(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #conclude(status: FullResult['status'], lines: readonly string[], fails: boolean): Verdict {
    for (const line of [...lines, ...this.#problems]) if (line) console.log(`svc: ${line}`);
    return status === 'passed' && (fails || this.#problems.size > 0) ? { status: 'failed' } : {};
  }
}
