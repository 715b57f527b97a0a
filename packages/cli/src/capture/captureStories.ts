import { resolve } from 'node:path';
import type { Site, StoryEntry, StoryTool, SvcClient } from '@svc/sdk';
import { chooseAffected } from '../affected/chooseAffected.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ExitCode } from '../exitCodes.js';
import { archiveFiles } from '../files/archiveFiles.js';
import { checkBuild } from '../files/checkBuild.js';
import { type ListedFile, listFiles } from '../files/listFiles.js';
import type { CaptureFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import type { Progress } from '../output/Progress.js';
import { explodeStories, type StoryTarget } from '../stories/explodeStories.js';
import { filterTargets } from '../stories/filterTargets.js';
import { runCapture } from './runCapture.js';

export interface StoriesFlags extends CaptureFlags {
  filter?: string;
  onlyChanged?: true;
}

const discoveryTimeoutMs = 30 * 60 * 1000;

const megabytes = (files: ListedFile[]) =>
  `${(files.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)} MB`;

async function uploadBuild(client: SvcClient, files: ListedFile[], context: Context, progress: Progress) {
  progress.step(`Uploading ${countText(files.length, 'file')} (${megabytes(files)})`);
  context.note('the upload of the build was given up, and nothing was captured');
  const site = await client.uploadSite(() => archiveFiles(files));
  context.note(`the build was uploaded as site ${site.id}, and nothing was captured`);
  return site;
}

/** Story addresses may be relative to where the build is served. */
const withAddress = ({ cdnUrl }: Site, story: StoryEntry): StoryEntry => ({
  ...story,
  url: new URL(story.url, cdnUrl).href,
});

function refuseNone(stories: StoryEntry[], all: StoryTarget[], chosen: StoryTarget[], filter?: string): void {
  if (stories.length === 0) throw new CliError('NO_STORIES', 'the build has no stories');
  if (all.length === 0) {
    throw new CliError('NO_STORIES', `the build has no stories but disabled ones (${stories.length})`);
  }
  if (chosen.length === 0) {
    const examples = all.slice(0, 3).map(({ target }) => `"${target.name}"`);
    throw new CliError(
      'NO_STORIES',
      `--filter "${filter}" matches none of ${countText(all.length, 'target')}, such as ${examples.join(', ')}; ** crosses slashes, * does not`,
    );
  }
}

/** Uploads a build of a story tool, captures its stories and compares them. */
export async function captureStories(
  tool: StoryTool,
  dir: string,
  flags: StoriesFlags,
  context: Context,
): Promise<ExitCode> {
  const directory = resolve(context.cwd, dir);
  await checkBuild(directory, dir, tool);
  return runCapture(
    async ({ client, origin, progress }) => {
      const site = await uploadBuild(client, await listFiles(directory), context, progress);
      progress.step('Discovering stories');
      const stories = await client.discoverStories(site.id, { timeoutMs: discoveryTimeoutMs });
      const all = explodeStories(
        stories.map((story) => withAddress(site, story)),
        tool,
      );
      const chosen = flags.filter === undefined ? all : filterTargets(all, flags.filter);
      refuseNone(stories, all, chosen, flags.filter);
      progress.step(
        `Found ${countText(stories.length, 'story', 'stories')}, capturing ${countText(chosen.length, 'target')}`,
      );
      const { suite, history = [] } = origin;
      const { targets, isAll, words } = flags.onlyChanged
        ? await chooseAffected({ client, suite, history, project: context.cwd, directory, all, chosen })
        : { targets: chosen, isAll: true, words: null };
      if (words) progress.tell(words);
      const complete = isAll && flags.filter === undefined;
      context.note(`a capture of site ${site.id} may just have begun in the service`);
      return client.createCapture({
        ...origin,
        targets: targets.map(({ target }) => target),
        complete,
        partial: !complete,
      });
    },
    flags,
    context,
  );
}
