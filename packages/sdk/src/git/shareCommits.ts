import { chunksOf } from '../chunksOf.js';
import type { CommitRecord, KnownCommits } from '../types.js';
import { readCommits } from './readCommits.js';
import { runGit } from './runGit.js';

/** The operations of the service that the graph takes. */
export interface CommitGraphService {
  /** At most 1,000 commits. */
  findKnownCommits(commits: readonly string[]): Promise<KnownCommits>;
  /** At most 5,000 commits. */
  addCommits(commits: readonly CommitRecord[]): Promise<void>;
}

export interface SharedCommits {
  /** Commits that the service did not know. */
  sent: number;
  /** The clone is shallow, and nobody has told the service yet what lies below its end. */
  isCutOff: boolean;
}

/** Commits that are asked about: after the first build of a project, nearly always more than are new. */
const askedAbout = 200;
/** Commits of one run. What lies deeper follows in the next runs. */
const mostCommits = 100_000;
const perCall = 5_000;

/**
 * Tells the service what it does not know yet of the history of HEAD, so that it can see what a branch contains.
 * Asks about the newest commits and sends the rest; of what other clones left out, this one sends what it has.
 *
 * @throws SvcError
 */
export async function shareCommits(
  service: CommitGraphService,
  cwd: string = process.cwd(),
): Promise<SharedCommits> {
  const newest = await readCommits({ cwd, limit: askedAbout });
  if (newest.length === 0) return { sent: 0, isCutOff: false };
  const ids = newest.map(({ id }) => id);
  const { known, missing } = await service.findKnownCommits(ids);
  const unknown = await readUnknown(newest, new Set(known), cwd);
  const deeper = missing.length > 0 ? await readCommits({ cwd, from: missing, limit: mostCommits }) : [];
  const commits = [...unknown, ...deeper];
  for (const batch of chunksOf(commits, perCall)) await service.addCommits(batch);

  const isShallow = (await runGit(cwd, 'rev-parse', '--is-shallow-repository')) === 'true';
  if (!isShallow) return { sent: commits.length, isCutOff: false };
  const left = commits.length > 0 ? (await service.findKnownCommits(ids)).missing : missing;
  return { sent: commits.length, isCutOff: left.length > 0 };
}

/** What is new, where the newest commits reach down to known ones; else everything down to those. */
async function readUnknown(
  newest: readonly CommitRecord[],
  known: ReadonlySet<string>,
  cwd: string,
): Promise<readonly CommitRecord[]> {
  const read = new Set(newest.map(({ id }) => id));
  const unknown = newest.filter(({ id }) => !known.has(id));
  const isWhole =
    newest.length < askedAbout || unknown.every(({ parents }) => parents.every((id) => read.has(id)));
  return isWhole ? unknown : readCommits({ cwd, without: [...known], limit: mostCommits });
}
