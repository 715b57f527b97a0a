import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KnownBases } from '../bases/KnownBases.js';
import { describeChange, describeReport } from '../describeReport.js';
import { openRun } from '../openRun.js';
import { isLacking, toReview } from '../RunReport.js';
import type { Shot } from '../Shot.js';
import type { Comparison, SnapshotRun } from '../SnapshotRun.js';
import { WaitingShots } from '../WaitingShots.js';
import { type Answer, passed } from './Answer.js';

/** How a picture takes part in its run. */
export interface PictureTerms {
  mode?: 'assert' | 'report' | undefined;
  onUploadError?: 'fail' | 'warn' | undefined;
  attach?: 'changed' | 'all' | undefined;
}

interface TakenPicture {
  png: Uint8Array;
  /** A layout record as JSON; null where none was taken. */
  layout: string | null;
}

interface RunOptions {
  shard: { index: number; count: number } | undefined;
  /** Tests run again with each change of a file. */
  isWatching: boolean;
  /** The plugin and its version, such as `svc-vitest/0.14.0`. */
  userAgent: string;
}

/** What counts here of a test of Vitest. */
interface EndedTest {
  id: string;
  result(): { state: string };
  diagnostic(): { retryCount: number; repeatCount: number } | undefined;
}

const whileWatching = 'while Vitest watches, snapshots are uploaded with `svc local` only';

/** A reporter of Vitest that uploads what tests took, once they have ended, and says how it compares. */
export class PictureReporter {
  readonly #shard: string | undefined;
  readonly #userAgent: string;
  readonly #isIdle: boolean;
  readonly #waiting = new WaitingShots(() => this.open());
  /** What the snapshots of each suite are compared with; null until that is known. */
  readonly #bases = new Map<string, KnownBases | null>();
  /** Hashes of what one attempt of a test has taken, by attempt and name. */
  readonly #hashes = new Map<string, string>();
  /** A run fails that could not upload everything. */
  #isStrict = false;
  #folder: string | null = null;
  #run: Promise<SnapshotRun | string> | null = null;
  #failure: Error | null = null;

  constructor({ shard, isWatching, userAgent }: RunOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#shard = shard && `${shard.index}/${shard.count}`;
    this.#userAgent = userAgent;
    this.#isIdle = isWatching && env.SVC_LOCAL !== 'true';
  }

  /** A run with such pictures fails where something of it cannot be uploaded. */
  protected require({ onUploadError = 'fail' }: PictureTerms): void {
    if (onUploadError === 'fail') this.#isStrict = true;
  }

  /** @returns why there is nothing to upload into, where there is nothing */
  open(): Promise<SnapshotRun | string> {
    this.#run ??= this.#isIdle
      ? Promise.resolve(whileWatching)
      : openRun({ shard: this.#shard, userAgent: this.#userAgent }).catch((error: Error) => {
          this.#failure = error;
          return error.message;
        });
    return this.#run;
  }

  /**
   * Whether a picture is what its snapshot is compared with, as far as that is known by now.
   * @param hash of the PNG
   */
  isBase(slot: Pick<Shot, 'suite' | 'name' | 'viewport' | 'browser'>, hash: string): boolean {
    const { suite } = slot;
    if (!this.#bases.has(suite)) {
      this.#bases.set(suite, null);
      void this.#findBases(suite);
    }
    return this.#bases.get(suite)?.isBaseHash(slot, hash) ?? false;
  }

  async #findBases(suite: string): Promise<void> {
    const run = await this.open();
    if (typeof run !== 'string') this.#bases.set(suite, new KnownBases(await run.findBases(suite)));
  }

  /**
   * Keeps a picture until its test has ended, or compares it now, where that decides about the test.
   * @param taskId of Vitest
   */
  async keep(
    taskId: string,
    taken: Omit<Shot, 'file'>,
    { png, layout }: TakenPicture,
    terms: PictureTerms,
  ): Promise<Answer> {
    this.require(terms);
    const repeated = this.#refuseOtherPixels(taskId, taken, png);
    if (repeated !== null) return { ...passed, failure: repeated };
    const run = await this.open();
    if (typeof run === 'string') return passed;
    const file = join(this.#openFolder(), `${randomUUID()}.png`);
    const shot = { ...taken, file, ...(layout ? { layoutFile: `${file}.layout` } : {}) };
    await writeFile(file, png);
    if (layout) await writeFile(`${file}.layout`, layout);
    const { mode, attach = 'changed' } = terms;
    const isAsserted = (mode ?? (run.isLocal ? 'assert' : 'report')) === 'assert';
    if (isAsserted) return answerOf(await run.compare([shot]), png, attach);
    this.#waiting.keep(taskId, [shot]);
    return passed;
  }

  /** Vitest calls this after the last attempt of a test. */
  onTestCaseResult(test: EndedTest): void {
    const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
    const hasPassedOnce = test.result().state === 'passed' && repeatCount === 0;
    this.#waiting.send(test.id, hasPassedOnce ? retryCount : null);
  }

  async onTestRunEnd(_modules: unknown, _errors: unknown, reason: string): Promise<void> {
    this.#waiting.sendAll();
    const run = await this.open();
    this.#run = null;
    this.#hashes.clear();
    this.#bases.clear();
    try {
      if (typeof run === 'string') this.conclude([run], this.#failure !== null);
      else {
        const report = await run.end(reason === 'passed' ? 0 : 1);
        this.conclude(describeReport(report), isLacking(report));
      }
    } finally {
      if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
      this.#folder = null;
    }
  }

  /** @param isLacking something of the run could not be uploaded */
  protected conclude(lines: readonly string[], isLacking: boolean): void {
    for (const line of lines) if (line) console.log(`svc: ${line}`);
    if (isLacking && this.#isStrict) process.exitCode ||= 1;
  }

  /** Outside of the repository, and not for other users of the machine. */
  #openFolder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'svc-vitest-'));
    return this.#folder;
  }

  /** Two pictures of one name in one attempt would be taken for one snapshot. */
  #refuseOtherPixels(
    taskId: string,
    { name, suite, viewport, browser, attempt }: Omit<Shot, 'file'>,
    png: Uint8Array,
  ): string | null {
    const key = JSON.stringify([taskId, attempt, suite, name, viewport, browser]);
    const hash = createHash('sha256').update(png).digest('hex');
    const before = this.#hashes.get(key);
    this.#hashes.set(key, hash);
    if (before === undefined || before === hash) return null;
    return `this test has already taken a snapshot "${name}", with different pixels: give each snapshot its own name`;
  }
}

function answerOf(
  { sent, failure, reviewUrl, images }: Comparison,
  png: Uint8Array,
  attach: 'changed' | 'all',
): Answer {
  // What concerns more than this snapshot is told at the end of the run.
  if (!sent) return { ...passed, failure: failure?.shot ? `not uploaded: ${failure.message}` : null };
  const isChanged = toReview({ sent: [sent] }).length > 0;
  const base64 = (image: Uint8Array) => Buffer.from(image).toString('base64');
  const orNull = (image: Uint8Array | null | undefined) => (image ? base64(image) : null);
  return {
    failure: isChanged ? describeChange(sent, reviewUrl) : null,
    images:
      isChanged || attach === 'all'
        ? { expected: orNull(images?.expected), actual: base64(png), diff: orNull(images?.diff) }
        : null,
  };
}
