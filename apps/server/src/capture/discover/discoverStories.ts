import type { StoryEntry, StoryTool } from '@svc/schema';
import { readParameters } from '@svc/schema/storyParameters';
import { awaitStorybookStore, extractStorybook } from '@svc/stabilise';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { navigate } from '../stage/navigate.js';
import type { Stage } from '../stage/openStage.js';
import { readConsole } from '../stage/readConsole.js';
import { ladleStart, openLadle } from '../stories/openLadle.js';
import { withDeadline } from '../withDeadline.js';
import { ladleStories } from './ladleStories.js';
import { readStorybookIndex, storybookStories } from './storybookStories.js';

/** Loading every story file of a large build takes longer than one story. */
const extractLimitMs = 120_000;

export interface ServedBuild {
  tool: StoryTool;
  baseUrl: string;
  readFile(path: string): Promise<Buffer | null>;
  /** See `Fleet.discoverStories`. */
  onLoads?(paths: string[]): void;
}

/** @param startLimitMs for the start of the story tool, which has no stories in it yet */
export async function discoverStories(
  build: ServedBuild,
  openStage: () => Promise<Stage>,
  startLimitMs: number,
  signal: AbortSignal,
): Promise<StoryEntry[]> {
  const baseUrl = new URL(build.baseUrl.endsWith('/') ? build.baseUrl : `${build.baseUrl}/`).href;
  const read: string[] = [];
  const readFile = (path: string) => {
    read.push(path);
    return build.readFile(path);
  };
  const stories = build.tool === 'stories-b' ? await readLadle(readFile, baseUrl) : null;
  const index = stories === null ? await readIndex(readFile) : null;
  const stage = await openStage();
  const noteLoads = () => {
    const loads = stage.loads.paths();
    if (loads) build.onLoads?.([...new Set([...read, ...loads.paths])].sort());
  };
  try {
    await withDeadline(startLimitMs, signal, (doing) =>
      stage.trouble.guard(
        stories === null ? openPreview(stage, baseUrl, doing) : openLadle(stage, ladleStart(baseUrl), doing),
      ),
    ).catch(async (error: unknown) => {
      if (error instanceof CaptureFailure) throw await withEvidence(stage, error);
      throw error;
    });
    if (stories !== null) {
      noteLoads();
      return stories;
    }
    const ids = (index ?? []).map(({ id }) => id);
    const extracted = await withDeadline(extractLimitMs, signal, (doing) => {
      doing.now = "waiting for Storybook's preview to load the stories";
      return stage.trouble.guard(stage.page.evaluate(extractStorybook, { ids, names: [...readParameters] }));
    });
    // A story that could not be loaded this time may be there the next time.
    const found = new Set(extracted.map(({ id }) => id));
    if (ids.every((id) => found.has(id))) noteLoads();
    return storybookStories(index, extracted, baseUrl);
  } finally {
    await stage.close();
  }
}

/** A Ladle says all in a file. */
async function readLadle(readFile: ServedBuild['readFile'], baseUrl: string): Promise<StoryEntry[]> {
  const meta = await readFile('meta.json');
  if (!meta) throw new CaptureFailure('not a Ladle build: meta.json is missing');
  return read('meta.json', () => ladleStories(meta.toString('utf8'), baseUrl));
}

async function readIndex(
  readFile: ServedBuild['readFile'],
): Promise<ReturnType<typeof readStorybookIndex> | null> {
  const file = (await readFile('index.json')) ?? (await readFile('stories.json'));
  return file && read('index.json', () => readStorybookIndex(file.toString('utf8')));
}

async function openPreview(stage: Stage, baseUrl: string, doing: Doing): Promise<void> {
  doing.now = 'loading iframe.html of the build';
  await navigate(stage, new URL('iframe.html', baseUrl).href);
  doing.now = "waiting for Storybook's preview to start";
  const problem = await stage.page.evaluate(awaitStorybookStore);
  if (problem !== null) throw new CaptureFailure(problem);
}

/** What the page wrote, and what it could not load, say why its preview does not start. */
async function withEvidence(stage: Stage, failure: CaptureFailure): Promise<CaptureFailure> {
  const [missing] = stage.requests.failed();
  const [line] = await readConsole(stage);
  return new CaptureFailure(
    [
      failure.message,
      line && `its console says: ${line}`,
      missing && `${missing.url} could not be loaded: ${missing.reason}`,
    ]
      .filter(Boolean)
      .join('; '),
  );
}

function read<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new CaptureFailure(`${path} of the build cannot be read: ${reason}`);
  }
}
