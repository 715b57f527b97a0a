import type { Capture, SvcClient } from '@svc/sdk';

/** Captures that are looked at before giving up: each is read whole. */
const mostTries = 20;

/** What earlier captures of a suite say about targets, by their names. */
export interface Bases {
  /** The newest commit that has an image of the target of its own, not one that was carried. */
  commits: Map<string, string>;
  /** Targets whose newest capture failed. */
  failed: Set<string>;
  /** The newest capture of a whole suite among those that were read. */
  whole: Capture | null;
}

/**
 * For each target the newest of these commits at which it was captured. A run that captured a part is a base for that
 * part alone.
 * @param history newest first
 */
export async function findBases(
  client: SvcClient,
  suite: string,
  history: readonly string[],
  names: ReadonlySet<string>,
): Promise<Bases> {
  const bases: Bases = { commits: new Map(), failed: new Set(), whole: null };
  let commits = [...history];
  for (let turn = 0; turn < mostTries && commits.length > 0; turn += 1) {
    const capture = await client.findCapture({ suite, commits });
    if (!capture?.commit) break;
    const { commit } = capture;
    if (!capture.isLocal) addCapture(bases, commit, capture);
    const isOpen = (name: string) => !bases.commits.has(name) && !bases.failed.has(name);
    if (bases.whole || ![...names].some(isOpen)) break;
    commits = commits.slice(commits.indexOf(commit) + 1);
  }
  return bases;
}

function addCapture(bases: Bases, commit: string, capture: Capture): void {
  const { commits, failed } = bases;
  for (const { name, carriedFrom } of capture.snapshots) {
    if (carriedFrom === null && !failed.has(name) && !commits.has(name)) commits.set(name, commit);
  }
  for (const { name } of capture.failures) {
    if (!commits.has(name)) failed.add(name);
  }
  if (!capture.partial) bases.whole ??= capture;
}
