import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Comparison,
  describeChange,
  describeReport,
  type FoundImages,
  isLacking,
  openFoundImages,
  openRun,
  type Shot,
  type SnapshotRun,
  toReview,
  WaitingShots,
} from '@svc/test-core';
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import type { SvcOptions } from './options.js';
import { type ReferencePlace, referenceFiles } from './referenceFiles.js';
import { shotOf } from './shotOf.js';
import type { Answer, Taken } from './Taken.js';
import { version } from './version.js';

const passed: Answer = { failure: null, images: null };

/** Uploads what tests took, once they have ended, and says how it compares. */
export class RunReporter implements Reporter {
  readonly #shard: string | undefined;
  readonly #waiting = new WaitingShots(() => this.#open());
  /** Hashes of what one attempt of a test has taken, by attempt and name. */
  readonly #hashes = new Map<string, string>();
  /** In a run of `svc import`, which uploads nothing. */
  readonly #images = openFoundImages(process.env);
  #importedSuite: string | null = null;
  /** A run fails that could not upload everything. */
  #isStrict = false;
  #folder: string | null = null;
  #run: Promise<SnapshotRun | string> | null = null;
  #failure: Error | null = null;

  constructor(shard: { index: number; count: number } | undefined) {
    this.#shard = shard && `${shard.index}/${shard.count}`;
  }

  /** Keeps a picture until its test has ended, or compares it now, where that decides about the test. */
  async take(taken: Taken, place: ReferencePlace, options: SvcOptions): Promise<Answer> {
    if (this.#images) return { ...passed, failure: this.#findImage(this.#images, taken, place, options) };
    const { mode, attach = 'changed', onUploadError = 'fail' } = options;
    if (onUploadError === 'fail') this.#isStrict = true;
    const png = Buffer.from(taken.png, 'base64');
    const file = join(this.#openFolder(), `${randomUUID()}.png`);
    const shot = shotOf(taken, place, options, file);
    const repeated = this.#refuseOtherPixels(taken, shot, png);
    if (repeated !== null) return { ...passed, failure: repeated };
    await writeFile(file, png);
    const run = await this.#open();
    const isAsserted = typeof run !== 'string' && (mode ?? (run.isLocal ? 'assert' : 'report')) === 'assert';
    if (isAsserted) return answerOf(await run.compare([shot]), taken.png, attach);
    this.#waiting.keep(taken.taskId, [shot]);
    return passed;
  }

  /** Vitest calls this after the last attempt of a test. */
  onTestCaseResult({ id }: TestCase): void {
    this.#waiting.send(id);
  }

  async onTestRunEnd(
    _modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    if (this.#images) return this.#images.write(this.#importedSuite ?? '');
    this.#waiting.sendAll();
    const run = await this.#open();
    this.#run = null;
    this.#hashes.clear();
    if (typeof run === 'string') this.#conclude([run], this.#failure !== null);
    else {
      const report = await run.end(reason === 'passed' ? 0 : 1);
      this.#conclude(describeReport(report), isLacking(report));
    }
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  /** Answers why the image cannot be imported, null if it can. */
  #findImage(images: FoundImages, taken: Taken, place: ReferencePlace, options: SvcOptions): string | null {
    const { reference } = taken;
    if (!reference) return null;
    const shot = shotOf(taken, place, options, '');
    this.#importedSuite ??= shot.suite;
    if (this.#importedSuite !== shot.suite) {
      return `svc import reads one suite at a time, and these tests have ${this.#importedSuite} and ${shot.suite}: choose projects of one, as in \`svc import vitest -- npx vitest run --project <name>\``;
    }
    images.add(shot, (platform) => referenceFiles(reference, place, platform));
    return null;
  }

  #open(): Promise<SnapshotRun | string> {
    this.#run ??= openRun({ shard: this.#shard, userAgent: `svc-vitest/${version}` }).catch(
      (error: Error) => {
        this.#failure = error;
        return error.message;
      },
    );
    return this.#run;
  }

  /** Outside of the repository, and not for other users of the machine. */
  #openFolder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'svc-vitest-'));
    return this.#folder;
  }

  /** Two pictures of one name in one attempt would be taken for one snapshot. */
  #refuseOtherPixels({ taskId, attempt }: Taken, shot: Shot, png: Buffer): string | null {
    const { name, suite, viewport, browser } = shot;
    const key = JSON.stringify([taskId, attempt, suite, name, viewport, browser]);
    const hash = createHash('sha256').update(png).digest('hex');
    const before = this.#hashes.get(key);
    this.#hashes.set(key, hash);
    if (before === undefined || before === hash) return null;
    return `this test has already taken a snapshot "${name}", with other pixels: give each its own name`;
  }

  #conclude(lines: readonly string[], isLacking: boolean): void {
    for (const line of lines) if (line) console.log(`svc: ${line}`);
    if (isLacking && this.#isStrict) process.exitCode ||= 1;
  }
}

function answerOf(
  { sent, failure, reviewUrl, images }: Comparison,
  actual: string,
  attach: 'changed' | 'all',
): Answer {
  // What concerns more than this snapshot is told at the end of the run.
  if (!sent) return { ...passed, failure: failure?.shot ? `not uploaded: ${failure.message}` : null };
  const isChanged = toReview({ sent: [sent] }).length > 0;
  const base64 = (png: Uint8Array | null | undefined) => (png ? Buffer.from(png).toString('base64') : null);
  return {
    failure: isChanged ? describeChange(sent, reviewUrl) : null,
    images:
      isChanged || attach === 'all'
        ? { expected: base64(images?.expected), actual, diff: base64(images?.diff) }
        : null,
  };
}
