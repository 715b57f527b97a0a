import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { snapshotName } from '@svc/schema/snapshotName';
import {
  type ErrorDetail,
  type SnapshotBatchEntry,
  type SnapshotDiffResult,
  type SvcClient,
  SvcError,
  type UploadKnownSnapshotsInput,
  type UploadSnapshotWithDiffInput,
} from '@svc/sdk';
import type { SentShot, ShotFailure } from './RunReport.js';
import { type Shot, slotOf } from './Shot.js';

/** What is said of a session with each picture. */
export type SessionFields = Omit<UploadKnownSnapshotsInput, 'suite' | 'snapshots'>;

/** Pictures of one request. */
const batchLength = 500;
/** Milliseconds in which pictures gather for the next request: how they compare is said at the end of the run. */
const gatheringTime = 3_000;
/** Files that are read at the same time. */
const readAtOnce = 4;
/** Images that are in memory and under way at the same time. */
const sentAtOnce = 8;

interface Hashed {
  shot: Shot;
  hash: string;
}

/** What refuses one picture alone; everything else is about all of them. */
const ofOneShot = new Set([
  'SNAPSHOT_DUPLICATE',
  'IMAGE_INVALID',
  'IMAGE_TOO_LARGE',
  'VALIDATION_ERROR',
  'FILE_UNREADABLE',
]);

/** Sends pictures in the background, in batches: hashes first, then the bytes of what the project lacks. */
export class Uploader {
  readonly #client: SvcClient;
  readonly #session: SessionFields;
  readonly #queue: Shot[] = [];
  readonly #last = new Map<string, { hash: string; testId: string }>();
  readonly #sent = new Map<string, SentShot>();
  readonly #failures: ShotFailure[] = [];
  readonly #ending = new AbortController();
  #gathers = true;
  #unsent = 0;
  #isBroken = false;
  #sending: Promise<void> | null = null;

  constructor(client: SvcClient, session: SessionFields) {
    this.#client = client;
    this.#session = session;
  }

  /** The attempts of a test, the earlier ones first. */
  add(shots: readonly Shot[]): void {
    this.#queue.push(...shots);
    this.#sending ??= this.#send();
  }

  /** Sends pictures at once, and waits for what became of them; the failure is null where they were sent. */
  async send(shots: readonly Shot[]): Promise<{ sent: SentShot | null; failure: ShotFailure | null }> {
    this.#gathers = false;
    this.add(shots);
    while (this.#sending !== null) await this.#sending;
    const last = shots.at(-1);
    const failure = this.#failures.find(({ shot }) => shot !== null && shots.includes(shot));
    if (failure || !last) return { sent: null, failure: failure ?? null };
    const sent = this.#sent.get(slotOf(last)) ?? null;
    return { sent, failure: sent ? null : (this.#failures.find(({ shot }) => shot === null) ?? null) };
  }

  /** Nothing more is sent; what is waiting counts as unsent. */
  break(failure: ShotFailure): void {
    this.#isBroken = true;
    this.#failures.push(failure);
  }

  /** Waits until everything is sent. */
  async end(): Promise<{ sent: SentShot[]; failures: ShotFailure[]; unsent: number }> {
    this.#ending.abort();
    await this.#sending;
    return { sent: [...this.#sent.values()], failures: this.#failures, unsent: this.#unsent };
  }

  async #send(): Promise<void> {
    while (this.#queue.length > 0) {
      const { signal } = this.#ending;
      const gathers = this.#gathers && this.#queue.length < batchLength && !signal.aborted;
      if (gathers) await sleep(gatheringTime, undefined, { signal }).catch(() => {});
      await this.#sendRound(this.#queue.splice(0, batchLength));
    }
    this.#sending = null;
  }

  async #sendRound(shots: readonly Shot[]): Promise<void> {
    for (const round of roundsOf(shots)) {
      if (this.#isBroken) {
        this.#unsent += round.length;
        continue;
      }
      const hashed = await this.#hash(round);
      const fresh = hashed.filter((one) => this.#isFresh(one));
      try {
        for (const suite of new Set(fresh.map(({ shot }) => shot.suite)))
          await this.#sendBatch(
            suite,
            fresh.filter(({ shot }) => shot.suite === suite),
          );
      } catch (error) {
        const { code, message } = asSvcError(error);
        this.break({ shot: null, code, message });
        this.#unsent += fresh.filter(({ shot, hash }) => this.#last.get(slotOf(shot))?.hash !== hash).length;
      }
    }
  }

  /** Two tests that took the same picture of one name lose nothing. */
  #isFresh({ shot, hash }: Hashed): boolean {
    const last = this.#last.get(slotOf(shot));
    return !last || last.hash !== hash;
  }

  async #hash(shots: readonly Shot[]): Promise<Hashed[]> {
    const hashed: Hashed[] = [];
    for (let from = 0; from < shots.length; from += readAtOnce) {
      const read = await Promise.all(shots.slice(from, from + readAtOnce).map((shot) => this.#read(shot)));
      hashed.push(...read.filter((one) => one !== null));
    }
    return hashed;
  }

  async #read(shot: Shot): Promise<Hashed | null> {
    try {
      const png = await readFile(shot.file);
      return { shot, hash: createHash('sha256').update(png).digest('hex') };
    } catch (error) {
      const message = `the picture cannot be read: ${(error as Error).message}`;
      this.#failures.push({ shot, code: 'FILE_UNREADABLE', message });
      return null;
    }
  }

  async #sendBatch(suite: string, entries: readonly Hashed[]): Promise<void> {
    let answers: SnapshotBatchEntry[];
    try {
      answers = await this.#client.uploadKnownSnapshots({
        ...this.#session,
        suite,
        snapshots: entries.map(({ shot, hash }) => ({ ...fieldsOf(shot), hash })),
      });
    } catch (error) {
      const { code, details = [] } = asSvcError(error);
      const refused = refusedSnapshots(details);
      if (refused.size === 0) throw error;
      // A field that cannot be used is about one picture: the others do without it.
      for (const [index, entry] of entries.entries()) {
        const message = refused.get(index);
        if (message !== undefined) this.#failures.push({ shot: entry.shot, code, message });
      }
      const others = entries.filter((_, index) => !refused.has(index));
      if (others.length > 0) await this.#sendBatch(suite, others);
      return;
    }
    const lacking: Hashed[] = [];
    for (const [index, entry] of entries.entries()) {
      const answer = answers[index];
      if (answer?.result) this.#keep(entry, answer.result);
      else if (answer?.error?.code === 'SNAPSHOT_DUPLICATE')
        this.#failures.push({ shot: entry.shot, ...answer.error });
      else lacking.push(entry);
    }
    for (let from = 0; from < lacking.length; from += sentAtOnce) {
      const chunk = lacking.slice(from, from + sentAtOnce);
      await Promise.all(chunk.map((entry) => this.#sendBytes(suite, entry)));
    }
  }

  async #sendBytes(suite: string, entry: Hashed): Promise<void> {
    const { shot } = entry;
    try {
      const png = await readFile(shot.file);
      // A session says where its branch is to be merged, if only by saying nothing.
      const fields = { ...this.#session, ...fieldsOf(shot), suite, png } as UploadSnapshotWithDiffInput;
      const layout = shot.layoutFile && (await readFile(shot.layoutFile, 'utf8').catch(() => undefined));
      this.#keep(entry, await this.#upload(fields, layout));
    } catch (error) {
      const { code, message } = asSvcError(error);
      if (!ofOneShot.has(code)) throw error;
      this.#failures.push({ shot, code, message });
    }
  }

  /** A layout record that the service does not take costs the snapshot nothing. */
  async #upload(
    fields: UploadSnapshotWithDiffInput,
    layout: string | undefined,
  ): Promise<SnapshotDiffResult> {
    if (!layout) return this.#client.uploadSnapshotWithDiff(fields);
    try {
      return await this.#client.uploadSnapshotWithDiff({ ...fields, layout });
    } catch (error) {
      if (asSvcError(error).code !== 'VALIDATION_ERROR') throw error;
      return this.#client.uploadSnapshotWithDiff(fields);
    }
  }

  #keep({ shot, hash }: Hashed, result: SnapshotDiffResult): void {
    const slot = slotOf(shot);
    const before = this.#sent.get(slot);
    const last = this.#last.get(slot);
    const isFlaky =
      (before?.isFlaky ?? false) || (last !== undefined && last.hash !== hash && last.testId === shot.testId);
    this.#last.set(slot, { hash, testId: shot.testId });
    this.#sent.set(slot, { shot, result, isFlaky });
  }
}

/** What is wrong with snapshots of a batch, by their places in it. */
function refusedSnapshots(details: readonly ErrorDetail[]): Map<number, string> {
  const refused = new Map<number, string>();
  for (const { path, message } of details) {
    const [, index, field] = /^snapshots\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    if (index !== undefined && !refused.has(Number(index)))
      refused.set(Number(index), `${field} ${message}`.trim());
  }
  return refused;
}

/** As the service takes it: what would be no name, or be cut, is told apart by its hash. */
function sentTestId(testId: string): string {
  const asName = snapshotName(testId);
  if (asName === testId.normalize('NFC')) return testId;
  return snapshotName(asName.slice(0, 480), createHash('sha256').update(testId).digest('hex').slice(0, 16));
}

const fieldsOf = ({
  name,
  viewport,
  browser,
  path,
  testId,
  attempt,
  threshold,
  antiAliasing,
  tags,
  ignore,
}: Shot) => ({
  name,
  viewport,
  browser,
  path: path.slice(0, 32).map((part) => snapshotName(part)),
  testId: sentTestId(testId),
  threshold,
  antiAliasing,
  ...(ignore?.length ? { ignore: [...ignore] } : {}),
  metadata: { attempt, ...(tags?.length ? { tags: [...tags] } : {}) },
});

/** Pictures in their order, each slot at most once in a round. */
function roundsOf(shots: readonly Shot[]): Shot[][] {
  const rounds: Shot[][] = [];
  const counts = new Map<string, number>();
  for (const shot of shots) {
    const slot = slotOf(shot);
    const turn = counts.get(slot) ?? 0;
    counts.set(slot, turn + 1);
    rounds[turn] = [...(rounds[turn] ?? []), shot];
  }
  return rounds;
}

export const asSvcError = (error: unknown): SvcError =>
  error instanceof SvcError
    ? error
    : new SvcError({
        code: 'INTERNAL',
        message: error instanceof Error ? error.message : String(error),
        statusCode: 0,
        cause: error,
      });
