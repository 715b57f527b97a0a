import { setTimeout as sleep } from 'node:timers/promises';
import type { Diff, Env, SvcClient } from '@svc/sdk';
import { openRun, type SnapshotRun } from '@svc/test-core';
import { ShotFolder } from '@svc/test-core/driver';
import { openStage, storySteps, takePictures } from '@svc/test-core/stories';
import type { SvcAddonOptions } from '../AddonOptions.js';
import type { LocalRun, Notice, StoryResult } from '../protocol.js';
import { presentResult } from '../stories/presentResult.js';
import { version } from '../version.js';
import { createDeadline } from './createDeadline.js';
import type { Access } from './findAccess.js';
import { failureOf } from './notices.js';
import { BrowserError, type OpenBrowser, openChromium } from './openChromium.js';

export interface StoryRun {
  storyId: string;
  /** Where the dev server is. */
  url: string;
  configDir: string;
  options: SvcAddonOptions;
  env: Env;
  access: Access;
  client: SvcClient;
  /** What tells a snapshot from others of the story. */
  variantOf(name: string): string;
  /** Milliseconds that the browser has for the first picture, and from each to the next. */
  patienceMs?: number;
}

/** Takes the snapshots of a story from the dev server, in a session of its own, as `svc local` would. Failures are answers. */
export async function runStory(run: StoryRun): Promise<LocalRun> {
  let folder: ShotFolder | undefined;
  try {
    folder = ShotFolder.make();
    const problem = await takeStory(run, folder);
    const { shots } = folder.read();
    if (shots.length === 0)
      return failed(
        problem ?? { tone: 'problem', text: 'The story has no snapshots: it is disabled by its parameters.' },
      );
    const session = await openSession(run);
    session.add(shots.map(({ shot }) => shot));
    return await resultOf(await session.end(0), problem, run);
  } catch (error) {
    return failed(noticeOf(error));
  } finally {
    folder?.remove();
  }
}

export const failed = (problem: Notice): LocalRun => ({
  state: 'failed',
  problem,
  results: [],
  reviewUrl: null,
});

const noticeOf = (error: unknown): Notice => ({
  ...failureOf(error),
  ...(error instanceof BrowserError ? { command: error.command } : {}),
});

const tooLong = (patienceMs: number): string =>
  `The story took no picture in ${patienceMs / 1_000} s, so its browser was closed. Look for an endless loop, or a loader or play function that waits for something that never comes.`;

/** A browser that does not close must not hold up the next story. */
async function closeBrowser(browser: OpenBrowser): Promise<void> {
  const patience = sleep(5_000, undefined, { ref: false });
  await Promise.race([browser.close().catch(() => {}), patience]);
}

/** @returns what could not be taken; what could is in the folder */
async function takeStory(
  { storyId, url, configDir, options, patienceMs = 60_000 }: StoryRun,
  folder: ShotFolder,
): Promise<Notice | null> {
  const browser = await openChromium(configDir, options.launchOptions);
  const deadline = createDeadline(patienceMs, tooLong(patienceMs));
  const take = async () => {
    // A dev server with `--https` has a certificate of its own, most often.
    const contextOptions = { ignoreHTTPSErrors: url.startsWith('https:') };
    const stage = await openStage(browser, storyId, {
      url,
      stabilise: storySteps(options.stabilise),
      contextOptions,
    });
    await takePictures({
      page: stage.page,
      storyId,
      options,
      browserName: 'chromium',
      show: async (delay = 0) => {
        await stage.show(storyId, delay);
      },
      isBase: () => false,
      async keep(shot, { png, layout }) {
        folder.keep({ shot: { ...shot, attempt: 0 } }, png, layout);
        deadline.renew();
        return null;
      },
    });
  };
  try {
    await deadline.race(take());
    return null;
  } catch (error) {
    // Half of a story is not its answer.
    if (deadline.isOver()) throw error;
    return noticeOf(error);
  } finally {
    await closeBrowser(browser);
  }
}

async function openSession({ env, access }: StoryRun): Promise<SnapshotRun> {
  const { apiUrl, apiKey, project } = access;
  const opened = await openRun({
    userAgent: `svc-storybook-addon/${version}`,
    env: {
      ...env,
      SVC_API_URL: apiUrl,
      SVC_API_KEY: apiKey,
      SVC_PROJECT: project,
      SVC_LOCAL: 'true',
      // Each story is looked at separately, and nothing is approved unseen.
      SVC_SESSION_ID: undefined,
      SVC_AUTO_APPROVE: undefined,
    },
  });
  if (typeof opened === 'string') throw new Error(opened);
  return opened;
}

async function resultOf(
  { sent, failures, reviews }: Awaited<ReturnType<SnapshotRun['end']>>,
  problem: Notice | null,
  { client, variantOf }: StoryRun,
): Promise<LocalRun> {
  const [failure] = failures;
  const problems = [problem?.text, failure && `Not uploaded: ${failure.message}`].filter(Boolean);
  const names = new Set(sent.map(({ result }) => result.name));
  const results: StoryResult[] = [];
  for (const diffId of new Set(sent.map(({ result }) => result.diffId)))
    results.push(...resultsIn(await client.getDiff(diffId), names, variantOf));
  if (results.length === 0) return failed({ tone: 'problem', text: problems.join('\n') });
  return {
    state: 'done',
    problem: problems.length > 0 ? { tone: 'problem', text: problems.join('\n') } : null,
    results,
    reviewUrl: reviews[0]?.url ?? null,
  };
}

/** What a session carried from its baselines is not of this run. */
export const resultsIn = (
  { id, results }: Diff,
  names: ReadonlySet<string>,
  variantOf: (name: string) => string,
): StoryResult[] =>
  results
    .filter(({ name }) => names.has(name))
    .map((result) => presentResult(result, id, variantOf(result.name)));
