import type { Capture, SvcClient } from '@svc/sdk';
import { git } from '../git.js';

/** Captures that are looked at before giving up: each is read whole. */
const mostTries = 20;

/** What earlier captures of a suite say about targets, by their names. */
export interface Bases {
  /**
   * The newest commits that have an image of the target of its own, not one that was carried: one, or after a merge one for
   * each line that it joined. None is an ancestor of another.
   */
  commits: Map<string, string[]>;
  /** Targets whose newest capture failed. */
  failed: Set<string>;
  /** The newest capture of a whole suite among those that were read. */
  whole: Capture | null;
}

type IsAncestor = (ancestor: string, commit: string) => boolean;

/**
 * For each target the newest of these commits at which it was captured. A run that captured a part is a base for that
 * part alone. Where a merge joined lines, any of them may have the baseline, so each has its own newest commit.
 * @param history newest first
 */
export async function findBases(
  client: SvcClient,
  suite: string,
  { cwd, history }: { cwd: string; history: readonly string[] },
  names: ReadonlySet<string>,
): Promise<Bases> {
  const bases: Bases = { commits: new Map(), failed: new Set(), whole: null };
  const isAncestor = await readAncestors(cwd, history);
  let commits = [...history];
  for (let turn = 0; turn < mostTries && commits.length > 0; turn += 1) {
    const capture = await client.findCapture({ suite, commits });
    if (!capture?.commit) break;
    const { commit } = capture;
    if (!capture.isLocal) addCapture(bases, commit, capture, isAncestor);
    commits = commits.slice(commits.indexOf(commit) + 1);
    const isOpen = (name: string) => !bases.commits.has(name) && !bases.failed.has(name);
    if (!bases.whole || [...names].some(isOpen)) continue;
    const lines = distinctOf([...names].flatMap((name) => [bases.commits.get(name) ?? []]));
    commits = commits.filter((one) => lines.some((line) => !line.some((known) => isAncestor(one, known))));
  }
  return bases;
}

function addCapture(bases: Bases, commit: string, capture: Capture, isAncestor: IsAncestor): void {
  const { commits, failed } = bases;
  const knownOf = (name: string) => commits.get(name) ?? [];
  const isOlder = (name: string) =>
    failed.has(name) || knownOf(name).some((known) => isAncestor(commit, known));
  for (const { name } of capture.failures) if (!isOlder(name)) failed.add(name);
  for (const { name, carriedFrom } of capture.snapshots) {
    if (carriedFrom === null && !isOlder(name)) commits.set(name, [...knownOf(name), commit]);
  }
  if (!capture.partial) bases.whole ??= capture;
}

const distinctOf = (lines: readonly string[][]): string[][] => [
  ...new Map(lines.filter((line) => line.length > 0).map((line) => [line.join(), line])).values(),
];

/** Tells ancestors among these commits; where git does not, all that is older is one. */
async function readAncestors(cwd: string, history: readonly string[]): Promise<IsAncestor> {
  const [newest] = history;
  const count = `--max-count=${history.length}`;
  const lines = newest === undefined ? null : await git(cwd, 'rev-list', '--parents', count, newest);
  if (lines === null) return (one, other) => history.indexOf(one) > history.indexOf(other);
  const parents = new Map(
    lines.split('\n').map((line): [string, string[]] => {
      const [commit = '', ...above] = line.split(' ');
      return [commit, above];
    }),
  );
  const known = new Map<string, Set<string>>();
  return (ancestor, commit) => {
    const found = known.get(commit) ?? ancestorsOf(commit, parents);
    known.set(commit, found);
    return found.has(ancestor);
  };
}

function ancestorsOf(commit: string, parents: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [commit];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const parent of parents.get(one) ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      open.push(parent);
    }
  }
  return found;
}
