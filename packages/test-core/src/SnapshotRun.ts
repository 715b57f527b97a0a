import { createReadStream } from 'node:fs';
import type { Baseline, Diff, DiffResult, SvcClient } from '@svc/sdk';
import type { BaseHashes } from './bases/KnownBases.js';
import { downloadImages, type ResultImages } from './downloadImages.js';
import { type RunReport, type SentShot, type ShotFailure, toReview } from './RunReport.js';
import { type Shot, slotOf } from './Shot.js';
import { asSvcError, type SessionFields, Uploader } from './Uploader.js';

export interface RunSession {
  fields: SessionFields;
  /** Nobody else completes the session. */
  isOwn: boolean;
}

/** What became of one snapshot. */
export interface Comparison {
  /** Null where it was not uploaded. */
  sent: SentShot | null;
  failure: ShotFailure | null;
  /** These are null where nothing is to be reviewed. */
  reviewUrl: string | null;
  images: ResultImages | null;
}

/** Of one run: where everything changed, the first ones show why. */
const mostTraces = 50;

/** What refuses one trace alone. */
const ofOneTrace = new Set(['ARCHIVE_TOO_LARGE', 'ARCHIVE_INVALID']);

/** The pictures of one run of a test runner, on their way into a session. */
export class SnapshotRun {
  readonly #client: SvcClient;
  readonly #session: RunSession;
  readonly #uploader: Uploader;

  constructor(client: SvcClient, session: RunSession) {
    this.#client = client;
    this.#session = session;
    this.#uploader = new Uploader(client, session.fields);
  }

  /** Whether this is a run on somebody's own machine. */
  get isLocal(): boolean {
    return this.#session.fields.isLocal ?? false;
  }

  /**
   * What snapshots of a suite are compared with on this branch, and on the one that it is to be merged into: hashes by slot. Where
   * nobody can tell, nothing is known.
   */
  async findBases(suite: string): Promise<BaseHashes> {
    const { branch, baselineRef = branch } = this.#session.fields;
    try {
      const lists = [...new Set([branch, baselineRef])].map((one) =>
        this.#client.listBaselines({ suite, branch: one }),
      );
      return hashesOf(suite, (await Promise.all(lists)).flat());
    } catch {
      return {};
    }
  }

  /** Sends pictures in the background: all attempts of a test, the earlier ones first. */
  add(shots: readonly Shot[]): void {
    this.#uploader.add(shots);
  }

  /** Sends all attempts of one snapshot, and waits for how the last one compares. */
  async compare(shots: readonly Shot[]): Promise<Comparison> {
    const { sent, failure } = await this.#uploader.send(shots);
    if (!sent || toReview({ sent: [sent] }).length === 0)
      return { sent, failure, reviewUrl: null, images: null };
    const diff = await this.#client.getDiff(sent.result.diffId);
    const images = await this.#imagesOf([sent], new Map([[diff.id, diff]]));
    return { sent, failure, reviewUrl: diff.reviewUrl, images: images.get(sent.shot) ?? null };
  }

  /**
   * Waits for everything that is on its way and completes the session where nobody else does. What fails is part of the
   * report.
   * @param exitCode how the tests ended
   */
  async end(exitCode: number): Promise<RunReport> {
    const { sent, failures, unsent } = await this.#uploader.end();
    const { fields } = this.#session;
    const report = { sent, failures, unsent, branch: fields.branch, commit: fields.commit };
    const diffs = new Map<string, Diff>();
    try {
      if (this.#session.isOwn) await this.#complete(failures.length > 0 ? exitCode || 1 : exitCode, sent);
      for (const { result } of toReview({ sent })) {
        if (!diffs.has(result.diffId)) diffs.set(result.diffId, await this.#client.getDiff(result.diffId));
      }
    } catch (error) {
      const { code, message } = asSvcError(error);
      const what = this.#session.isOwn
        ? `session ${fields.sessionId} was not completed`
        : 'the results cannot be read';
      failures.push({ shot: null, code, message: `${what}: ${message}` });
    }
    return {
      ...report,
      reviews: [...diffs.values()].flatMap(({ suite, reviewUrl }) =>
        reviewUrl ? [{ suite, url: reviewUrl }] : [],
      ),
      images: await this.#imagesOf(sent, diffs),
    };
  }

  /**
   * Attaches what the test runner recorded of their tests to snapshots, as far as a run may.
   * @param traces zip archives
   * @returns what was not attached and why, in words: it never fails a run
   */
  async attachTraces(traces: readonly { sent: SentShot; file: string }[]): Promise<string[]> {
    const lines: string[] = [];
    for (const { sent, file } of traces.slice(0, mostTraces)) {
      const { shot, result } = sent;
      try {
        await this.#client.uploadTrace(result.captureId, shot, () => createReadStream(file));
      } catch (error) {
        const { code, message } = asSvcError(error);
        lines.push(`  the trace of ${shot.name} was not attached: ${message}`);
        // Another one would fare no better.
        if (!ofOneTrace.has(code)) return lines;
      }
    }
    if (traces.length > mostTraces)
      lines.push(
        `  ${traces.length - mostTraces} more traces were not attached: a run attaches ${mostTraces}`,
      );
    return lines;
  }

  /** A session that nothing was uploaded into does not exist, but a shard without pictures still has to report. */
  async #complete(exitCode: number, sent: readonly SentShot[]): Promise<void> {
    const { sessionId, autoApprove: _, ...run } = this.#session.fields;
    if (sent.length === 0 && !run.shard) return;
    await this.#client.completeSession(sessionId, { ...run, exitCode, allowEmpty: true });
  }

  async #imagesOf(
    sent: readonly SentShot[],
    diffs: ReadonlyMap<string, Diff>,
  ): Promise<Map<Shot, ResultImages>> {
    const images = new Map<Shot, ResultImages>();
    for (const { shot, result } of toReview({ sent })) {
      const found = diffs
        .get(result.diffId)
        ?.results.find((one) => slotOfResult(shot.suite, one) === slotOf(shot));
      if (found) images.set(shot, await downloadImages(found));
    }
    return images;
  }
}

function hashesOf(suite: string, baselines: readonly Baseline[]): BaseHashes {
  const hashes: Record<string, string[]> = Object.create(null);
  for (const { name, viewport, browser, hash } of baselines) {
    const slot = slotOf({
      suite,
      name,
      viewport: viewport ?? undefined,
      browser: browser ?? undefined,
    });
    hashes[slot] = [...(hashes[slot] ?? []), hash];
  }
  return hashes;
}

const slotOfResult = (suite: string, { name, viewport, browser }: DiffResult): string =>
  slotOf({ suite, name, viewport: viewport ?? undefined, browser: browser ?? undefined });
