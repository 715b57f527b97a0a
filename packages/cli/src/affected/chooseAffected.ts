import { realpathSync } from 'node:fs';
import type { SvcClient } from '@svc/sdk';
import { countText } from '../output/countText.js';
import type { StoryTarget } from '../stories/explodeStories.js';
import { cannotMatter } from './cannotMatter.js';
import { findBase } from './findBase.js';
import { listChangedFiles, pathIn } from './listChangedFiles.js';
import { portablePath } from './portablePath.js';
import { readTracedBuild } from './readTracedBuild.js';
import { traceStories } from './traceStories.js';

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
  /** What was chosen, and why. */
  words: string;
}

/**
 * The targets whose stories a change can have changed since the newest capture of the whole suite. All of them wherever
 * that is not certain.
 */
export async function chooseAffected(question: Question): Promise<Choice> {
  const { chosen: wanted } = question;
  const all = (reason: string): Choice => ({
    targets: [...wanted],
    isAll: true,
    words: `Nothing is left out: ${reason}`,
  });
  const build = await readTracedBuild(question.directory, question.project);
  if ('unknown' in build) return all(build.unknown);
  const base = await findBase(question.client, question.suite, question.history);
  if (!base) return all('no earlier commit of this branch has a capture of the whole suite');
  const since = base.commit.slice(0, 7);
  const repository = await listChangedFiles(question.project, base.commit);
  if (!repository) return all(`commit ${since}, which the last capture is of, is not in this clone`);

  const names = new Set(question.all.map(({ target }) => target.name));
  const gone = base.snapshots.find(({ name }) => !names.has(name));
  if (gone) return all(`"${gone.name}" is no longer there`);
  const directory = `${portablePath(realpathSync(question.directory))}/`;
  const changed = repository.changed
    .filter((name) => !cannotMatter(name) || build.importers.has(pathIn(repository, name)))
    .map((name) => pathIn(repository, name))
    .filter((path) => !path.startsWith(directory));
  const affected = traceStories(build, changed);
  if ('all' in affected) return all(affected.all);

  const captured = new Set(base.snapshots.map(({ name }) => name));
  const chosen = wanted.filter(
    ({ target, storyId }) =>
      !captured.has(target.name) || storyId === undefined || affected.storyIds.has(storyId),
  );
  const changes = `${countText(repository.changed.length, 'file')} changed since ${since}`;
  if (chosen.length > 0)
    return {
      targets: chosen,
      isAll: chosen.length === wanted.length,
      words: `${changes}, which can affect ${chosen.length} of ${countText(wanted.length, 'target')}`,
    };
  return {
    targets: wanted.slice(0, 1),
    isAll: wanted.length === 1,
    words: `${changes}, which can affect no story; capturing one, so that this commit has a result`,
  };
}
