import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadSnapshotWithDiffInput } from '../options.js';
import { SvcError } from '../SvcError.js';
import type { SnapshotDiffResult, Viewport } from '../types.js';
import { noteUpload, openSession } from './snapshotSession.js';
import { stablePng, type TakePng } from './stablePng.js';

export interface TakenSnapshotOptions {
  /** The suite that it belongs to. */
  suite: string;
  viewport?: Viewport | undefined;
  /** The browser or device: the same name in two of them is two snapshots. */
  browser?: string | undefined;
  /** How far a color may move, 0 to 1; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find it by, kept in its metadata. */
  tags?: readonly string[] | undefined;
  /** Display hierarchy. */
  path?: readonly string[] | undefined;
  /** The test that takes it: another test with the same name is refused, the same one again is a retry. */
  testId?: string | undefined;
  /** From 0. */
  attempt?: number | undefined;
  /** Milliseconds to wait before the picture. */
  delay?: number | undefined;
  /** Pictures are taken until two are alike; true if absent. */
  stable?: boolean | undefined;
  /**
   * `assert`: throws where somebody has to review the snapshot. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a snapshot that could not be uploaded throws; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
}

const said = new Set<string>();

/** Each warning once in a process: a suite takes hundreds of snapshots. */
function warn(message: string): void {
  if (said.has(message)) return;
  said.add(message);
  console.warn(`svc: ${message}`);
}

/**
 * Takes a snapshot with any driver, uploads it and compares it at once.
 * @param takePng takes one picture: the bytes of a PNG, or its base64 text as WebDriver gives it
 * @returns null where nothing was uploaded: without an API key, or after a failure that is only a warning
 * @throws SvcError `SNAPSHOT_CHANGED` in mode `assert`, whose message has the difference and where to review it
 */
export async function snapshot(
  takePng: TakePng,
  name: string,
  options: TakenSnapshotOptions,
): Promise<SnapshotDiffResult | null> {
  const { delay, stable = true, mode, onUploadError = 'fail', ...rest } = options;
  if (delay) await sleep(delay);
  const png = await stablePng(stable ? takePng : once(takePng));
  const session = await openSession().catch((error: unknown) => {
    if (!(error instanceof SvcError && error.code === 'API_KEY_MISSING')) throw error;
    warn(`${error.message}. Snapshots are not uploaded.`);
    return null;
  });
  if (!session) return null;
  const { attempt, tags, path, ...fields } = rest;
  const { client, sessionId, branch, commit, checkout, baselineRef, shard, job, runKey } = session;
  let result: SnapshotDiffResult;
  try {
    result = await client.uploadSnapshotWithDiff({
      ...fields,
      name,
      png,
      ...{ sessionId, branch, commit, checkout, baselineRef, shard, job, runKey },
      autoApprove: session.autoApprove || undefined,
      isLocal: session.isLocal || undefined,
      path: path && [...path],
      metadata: { attempt, tags: tags && [...tags] },
      // A session says where its branch is to be merged, if only by saying nothing.
    } as UploadSnapshotWithDiffInput);
    noteUpload();
  } catch (error) {
    if (onUploadError === 'fail') throw error;
    warn(`${name} was not uploaded: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  const isAsserted = (mode ?? (session.isLocal ? 'assert' : 'report')) === 'assert';
  if (isAsserted && result.status !== 'unchanged' && result.approvalStatus !== 'approved')
    throw await changedError(result, client);
  return result;
}

/** Takes one picture, however often it is asked for. */
function once(takePng: TakePng): TakePng {
  let png: ReturnType<TakePng> | undefined;
  return () => {
    png ??= takePng();
    return png;
  };
}

async function changedError(
  { name, status, diffPercentage, diffId }: SnapshotDiffResult,
  client: { getDiff(id: string): Promise<{ reviewUrl: string | null }> },
): Promise<SvcError> {
  const amount =
    status === 'changed' && diffPercentage !== null ? ` (${diffPercentage.toFixed(2)} % of pixels)` : '';
  const url = await client.getDiff(diffId).then(
    ({ reviewUrl }) => reviewUrl,
    () => null,
  );
  return new SvcError({
    code: 'SNAPSHOT_CHANGED',
    message: `${status}: ${name}${amount}${url ? `. Review it: ${url}` : ''}`,
    statusCode: 0,
  });
}
