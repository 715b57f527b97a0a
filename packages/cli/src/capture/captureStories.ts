import { resolve } from 'node:path';
import { waitingText } from '@svc/schema/waitingText';
import type { Site, StoryEntry, StoryTool } from '@svc/sdk';
import type { chooseAffected } from '../affected/chooseAffected.js';
import { formatReasons } from '../affected/formatReasons.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ExitCode } from '../exitCodes.js';
import { checkBuild } from '../files/checkBuild.js';
import { listFiles } from '../files/listFiles.js';
import type { CaptureFlags, OutputFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import { explodeStories, type StoryTarget } from '../stories/explodeStories.js';
import { filterTargets } from '../stories/filterTargets.js';
import { captureTargets } from './captureTargets.js';
import { formatList, type TargetList } from './formatList.js';
import { type Beginning, prepareCapture, runCapture } from './runCapture.js';
import { uploadBuild } from './uploadBuild.js';

export interface StoriesFlags extends CaptureFlags, OutputFlags {
  filter?: string[];
  onlyChanged?: true;
  /** False with `--no-proof`. */
  proof?: boolean;
  list?: true;
}

const discoveryTimeoutMs = 30 * 60 * 1000;

/** Story addresses may be relative to where the build is served. */
const withAddress = ({ cdnUrl }: Site, story: StoryEntry): StoryEntry => ({
  ...story,
  url: new URL(story.url, cdnUrl).href,
});

function refuseNone(
  stories: StoryEntry[],
  all: StoryTarget[],
  chosen: StoryTarget[],
  filters: string[],
): void {
  if (stories.length === 0) throw new CliError('NO_STORIES', 'the build has no stories');
  if (all.length === 0) {
    throw new CliError('NO_STORIES', `all stories of the build are disabled (${stories.length})`);
  }
  if (chosen.length === 0) {
    const examples = all.slice(0, 3).map(({ target }) => `"${target.name}"`);
    const given = filters.map((filter) => `"${filter}"`).join(' and ');
    throw new CliError(
      'NO_STORIES',
      `--filter ${given} matches none of ${countText(all.length, 'target')}, such as ${examples.join(', ')}; ** crosses slashes, * does not`,
    );
  }
}

interface Chosen extends TargetList {
  site: Site;
  /** Whether nothing but disabled stories is left out. */
  complete: boolean;
}

/** What reads lock files takes a while to load. */
const affectedOf: typeof chooseAffected = async (asked) =>
  (await import('../affected/chooseAffected.js')).chooseAffected(asked);

/** Uploads the build and chooses what of it to capture. */
async function chooseTargets(
  tool: StoryTool,
  directory: string,
  { filter = [], onlyChanged }: StoriesFlags,
  { client, origin, progress }: Pick<Beginning, 'client' | 'origin' | 'progress'>,
  context: Context,
): Promise<Chosen> {
  const site = await uploadBuild(client, await listFiles(directory), context, progress);
  progress.step('Discovering stories');
  const stories = await client.discoverStories(site.id, {
    timeoutMs: discoveryTimeoutMs,
    onProgress({ waitingForBrowser }) {
      const waiting = waitingText(waitingForBrowser);
      if (waiting !== null) progress.wait(waiting);
    },
  });
  const all = explodeStories(
    stories.map((story) => withAddress(site, story)),
    tool,
  );
  const matching = filterTargets(all, filter);
  refuseNone(stories, all, matching, filter);
  progress.step(
    `Found ${countText(stories.length, 'story', 'stories')}, capturing ${countText(matching.length, 'target')}`,
  );
  const { suite, history = [] } = origin;
  const affected = onlyChanged
    ? await affectedOf({ client, suite, history, project: context.cwd, directory, all, chosen: matching })
    : { targets: matching, isAll: true, words: null, reasons: new Map<StoryTarget, string>() };
  if (affected.words) progress.report(affected.words);
  if (!affected.isAll) for (const line of formatReasons(affected)) progress.report(line);
  const isMatching = new Set(matching);
  const isChosen = new Set(affected.targets);
  return {
    site,
    targets: affected.targets.map(({ target }) => target),
    disabled: stories.filter(({ parameters }) => parameters?.disable === true),
    filtered: all.filter((target) => !isMatching.has(target)),
    unaffected: matching.filter((target) => !isChosen.has(target)),
    reasons: new Map([...affected.reasons].map(([{ target }, reason]) => [target.name, reason])),
    complete: affected.isAll && filter.length === 0,
  };
}

/** Uploads a build of a story tool, captures its stories and compares them; with `--list` it says what it would capture. */
export async function captureStories(
  tool: StoryTool,
  dir: string,
  flags: StoriesFlags,
  context: Context,
): Promise<ExitCode> {
  const directory = resolve(context.cwd, dir);
  await checkBuild(directory, dir, tool);
  if (flags.list) return listTargets(tool, directory, flags, context);
  return runCapture(
    async (beginning) => {
      const { site, targets, complete } = await chooseTargets(tool, directory, flags, beginning, context);
      context.note(`a capture of site ${site.id} may just have begun in the service`);
      const asked = {
        ...(flags.proof === false && { proof: flags.proof }),
        targets,
        complete,
        partial: !complete,
      };
      return captureTargets(asked, beginning, flags, context);
    },
    flags,
    context,
  );
}

async function listTargets(
  tool: StoryTool,
  directory: string,
  flags: StoriesFlags,
  context: Context,
): Promise<ExitCode> {
  const beginning = await prepareCapture(flags, context);
  const chosen = await chooseTargets(tool, directory, flags, beginning, context);
  beginning.progress.end();
  context.stdout.write(formatList(chosen, flags.output ?? 'text'));
  return 0;
}
