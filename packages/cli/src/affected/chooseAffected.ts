import { existsSync, lstatSync, realpathSync } from 'node:fs';
import type { SvcClient } from '@svc/sdk';
import { git } from '../git.js';
import { countText } from '../output/countText.js';
import type { StoryTarget } from '../stories/explodeStories.js';
import { type Bases, findBases } from './findBases.js';
import { isServed, isWithin, judgeOutside, type Surroundings } from './judgeOutside.js';
import { portablePath } from './portablePath.js';
import { readSurroundings } from './readSurroundings.js';
import { readTracedBuild } from './readTracedBuild.js';
import { listChangedFiles, pathIn, type Repository } from './repository/listChangedFiles.js';
import { isOfPackages, tracePackages } from './tracePackages.js';
import { type Affected, type Change, isPath, type TracedBuild, traceStories } from './traceStories.js';

interface Question {
  client: SvcClient;
  suite: string;
  /** Commits reachable from HEAD, newest first. */
  history: readonly string[];
  /** Where the Storybook was built. */
  project: string;
  /** Of the build. */
  directory: string;
  all: readonly StoryTarget[];
  /** Those of all that are wanted. */
  chosen: readonly StoryTarget[];
}

export interface Choice {
  /** At least one: a commit without a capture would have no result. */
  targets: StoryTarget[];
  isAll: boolean;
  /** What was chosen, and why, in a line or more. */
  words: string;
  /** Why each wanted target is captured, or carried. */
  reasons: Map<StoryTarget, string>;
}

/** What changed since a commit, and what that affects. */
interface Changes {
  affected: Affected;
  /** How many files differ; null where git cannot tell. */
  count: number | null;
  /** Files outside the graph that git does not know: they were not looked at. */
  untracked: string[];
}

/**
 * The targets whose stories a change can have changed since each was captured. All of them wherever that is not certain.
 */
export async function chooseAffected(question: Question): Promise<Choice> {
  const { client, suite, history, project, chosen: wanted } = question;
  const all = (reason: string): Choice => ({
    targets: [...wanted],
    isAll: true,
    words: `Nothing is left out: ${reason}`,
    reasons: new Map(wanted.map((target) => [target, reason])),
  });
  const build = await readTracedBuild(question.directory, project);
  if ('unknown' in build) return all(build.unknown);
  const names = new Set(question.all.map(nameOf));
  const bases = await findBases(client, suite, { cwd: project, history }, names);
  const isShallow = (await git(project, 'rev-parse', '--is-shallow-repository')) === 'true';
  if (bases.commits.size === 0) return all(whyNoBase(history, isShallow));
  const gone = bases.whole?.snapshots.find(({ name }) => !names.has(name));
  if (gone) return all(`"${gone.name}" no longer exists`);

  const used = new Set(wanted.flatMap((target) => bases.commits.get(nameOf(target)) ?? []));
  const changes = new Map<string, Changes>();
  for (const commit of used) changes.set(commit, await findChanges(question, build, commit));
  return describeChoice(wanted, { bases, changes, isShallow });
}

function whyNoBase(history: readonly string[], isShallow: boolean): string {
  if (history.length === 0) return 'git shows no commits for this folder';
  if (!isShallow) return 'no earlier commit of this branch has a capture of this suite';
  const commits = countText(history.length, 'commit');
  return `this clone is shallow, and its history (${commits}) has no capture of this suite (use fetch-depth: 0)`;
}

async function findChanges(
  { project, directory }: Question,
  build: TracedBuild,
  commit: string,
): Promise<Changes> {
  const repository = await listChangedFiles(project, commit);
  if (!repository) {
    const all = `commit ${short(commit)}, the last one captured, is not in this clone (use fetch-depth: 0)`;
    return { affected: { all }, count: null, untracked: [] };
  }
  const built = portablePath(realpathSync(directory));
  const around = await readSurroundings(build, repository.folder, project, built);
  return traceFiles(around, repository, commit);
}

async function traceFiles(around: Surroundings, repository: Repository, commit: string): Promise<Changes> {
  const { build, directory } = around;
  const isUntracked = new Set(repository.untracked);
  const files = [...repository.changed, ...isUntracked].filter(
    (name) => !pathIn(repository, name).startsWith(`${directory}/`),
  );
  const changes: Change[] = [];
  const untracked: string[] = [];
  const ofPackages: string[] = [];
  let configured: Affected | null = null;
  for (const name of files) {
    const path = pathIn(repository, name);
    const what = `${build.show(path)} ${existsSync(path) ? 'changed' : 'was deleted'}`;
    const reader = around.configured.get(path);
    if (reader) configured ??= { all: `${what}, which ${build.show(reader)} uses` };
    const modules = findModules(build, path);
    changes.push(...modules.map((module) => ({ path: module, what, isServed: isServed(around, path) })));
    if (isOfPackages(path)) ofPackages.push(path);
    else if (modules.length === 0) {
      const verdict = judgeOutside(around, path, !isUntracked.has(name));
      if (verdict === 'untracked') untracked.push(name);
      else if (verdict === 'unknown') changes.push({ path, what });
      else if (verdict !== 'none')
        changes.push(...verdict.importers.map((importer) => ({ path: importer, what })));
    }
  }
  changes.push(
    ...listOutside(around).map((path) => ({
      path,
      what: `${build.show(path)} may have changed, since it is outside the repository`,
    })),
  );
  const count = files.length - untracked.length;
  if (configured) return { affected: configured, count, untracked };
  const packages = await tracePackages(around, commit, ofPackages);
  if ('all' in packages) return { affected: packages, count, untracked };
  return { affected: traceStories(build, [...changes, ...packages]), count, untracked };
}

/** Files of the graph of which git knows nothing, such as those of another clone. Lock files tell of packages. */
const listOutside = ({ build, root }: Surroundings): string[] =>
  [...build.importers.keys()].filter(
    (file) => isPath(file) && !isWithin(file, root) && !file.includes('/node_modules/') && existsSync(file),
  );

/** The modules that a file is: for a symbolic link what it leads to, which bundlers know by its own name. */
function findModules({ importers }: TracedBuild, path: string): string[] {
  if (importers.has(path)) return [path];
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() || !existsSync(path)) return [];
  const target = portablePath(realpathSync(path));
  return [...importers.keys()].filter((file) => isWithin(file, target));
}

/** As the service writes it. */
const nameOf = ({ target }: StoryTarget) => target.name.normalize('NFC');

const short = (commit: string) => commit.slice(0, 7);

/** What is known of the targets before they are captured. */
interface Known {
  bases: Bases;
  /** By the commits of the bases. */
  changes: ReadonlyMap<string, Changes>;
  /** Whether the clone may lack commits at which targets were captured. */
  isShallow: boolean;
}

/** Why a target is captured; null when it is not. */
function whyCaptured(target: StoryTarget, { bases, changes, isShallow }: Known) {
  const { storyId } = target;
  if (bases.failed.has(nameOf(target))) return 'failed last time';
  const commits = bases.commits.get(nameOf(target)) ?? [];
  if (commits.length === 0)
    return isShallow
      ? 'has not been captured at a commit that this shallow clone has'
      : 'has not been captured before';
  for (const commit of commits) {
    const affected = changes.get(commit)?.affected;
    if (!affected) throw new Error(`nobody asked what changed since ${commit}`);
    if ('all' in affected) return affected.all;
    if (storyId === undefined) return 'the build does not say which file it is from';
    const what = affected.stories.get(storyId);
    if (what !== undefined) return what;
  }
  return null;
}

function describeChoice(wanted: readonly StoryTarget[], known: Known): Choice {
  const { bases, changes } = known;
  const reasons = new Map<StoryTarget, string>();
  const targets: StoryTarget[] = [];
  for (const target of wanted) {
    const reason = whyCaptured(target, known);
    if (reason !== null) targets.push(target);
    const since = (bases.commits.get(nameOf(target)) ?? []).map(short).join(' and ');
    reasons.set(target, reason ?? `carried: nothing it uses changed since ${since}`);
  }
  const [one] = wanted;
  const isNone = targets.length === 0;
  if (isNone && one) {
    targets.push(one);
    reasons.set(one, 'captured so that this commit has a result');
  }
  const captured = isNone
    ? 'which can affect no story; capturing one, so that this commit has a result'
    : `which can affect ${targets.length} of ${countText(wanted.length, 'target')}`;
  return {
    targets,
    isAll: targets.length === wanted.length,
    words: [`${describeCounts(changes)}, ${captured}`, ...describeChanges(changes)].join('\n'),
    reasons,
  };
}

function describeCounts(changes: ReadonlyMap<string, Changes>): string {
  if (changes.size === 0) return 'No target has an earlier image';
  const counts = [...changes].map(([commit, { count }]) => {
    const files = count === null ? 'an unknown number of files' : countText(count, 'file');
    return `${files} changed since ${short(commit)}`;
  });
  const text = counts.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeChanges(changes: ReadonlyMap<string, Changes>): string[] {
  const untracked = new Set<string>();
  const lines: string[] = [];
  for (const [commit, { affected, untracked: files }] of changes) {
    for (const file of files) untracked.add(file);
    if (!('all' in affected)) continue;
    const which = changes.size === 1 ? 'Nothing is left out' : `Nothing of ${short(commit)} is left out`;
    lines.push(`${which}: ${affected.all}`);
  }
  if (untracked.size === 0) return lines;
  const names = [...untracked].slice(0, 5).join(', ');
  const more = untracked.size > 5 ? ` and ${untracked.size - 5} more` : '';
  return [...lines, `Ignored, because git does not track them and no story imports them: ${names}${more}`];
}
