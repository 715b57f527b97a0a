import { type Env, SvcClient } from '@svc/sdk';
import type { SvcAddonOptions } from '../AddonOptions.js';
import {
  type AddonState,
  type Approval,
  events,
  type LocalRun,
  type Look,
  type Notice,
  type Run,
  type StoryResult,
  type StoryState,
} from '../protocol.js';
import { findStory, type IndexedStory, type StoryNames, storyNames } from '../stories/findStory.js';
import { presentResult } from '../stories/presentResult.js';
import { storyStatus } from '../stories/statusOf.js';
import { version } from '../version.js';
import { type Access, findAccess } from './findAccess.js';
import { ImageCache } from './ImageCache.js';
import { describeFailure, keyCannotApprove, noKey, noProject } from './notices.js';
import { type ReadBuild, readBuild } from './readBuild.js';
import { resultsIn, runStory } from './runStory.js';

/** Storybook's channel, as far as this half needs it. */
export interface Channel {
  on(event: string, listener: (detail: never) => void): void;
  emit(event: string, detail: object): void;
}

export interface Settings {
  /** Of the dev server. */
  url: string;
  configDir: string;
  options: SvcAddonOptions;
  env: Env;
  cwd: string;
}

/** However many windows ask, the service is asked no more often. */
const shortestMs = 5_000;

/** The half of the addon that has the key: it reads the newest build, runs stories and approves, for all open windows. */
export class AddonServer {
  readonly #channel: Channel;
  readonly #settings: Settings;
  #names: StoryNames = new Map();
  #build: ReadBuild | null = null;
  #notices: Notice[] = [];
  #whyNotApprove: string | null = null;
  #results = new Map<string, StoryResult[]>();
  readonly #runs = new Map<string, LocalRun>();
  readonly #images = new ImageCache();
  /** Which message about a story is the newest. */
  readonly #told = new Map<string, number>();
  #toldCount = 0;
  #reading: Promise<void> | null = null;
  #readAt = 0;
  /** Stories are run one after the other. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(channel: Channel, settings: Settings) {
    this.#channel = channel;
    this.#settings = settings;
    channel.on(events.look, (look: Look) => this.#answer(this.#look(look)));
    channel.on(events.run, (run: Run) => this.#answer(this.#run(run)));
    channel.on(events.approve, (approval: Approval) => this.#answer(this.#approve(approval)));
  }

  /** What nobody expected is shown; it must not end Storybook. */
  #answer(work: Promise<void>): void {
    work.catch((error: Error) => {
      this.#notices = [{ tone: 'problem', text: error.message }];
      this.#tell(null);
    });
  }

  async #look({ storyId, isForced = false }: Look): Promise<void> {
    // What is known already is shown at once.
    if (this.#readAt > 0) this.#tell(storyId);
    if (!isForced && Date.now() - this.#readAt < shortestMs) return;
    await this.#read();
    this.#tell(storyId);
  }

  /** Windows that ask at the same time share an answer. */
  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = null;
      this.#readAt = Date.now();
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const { env, cwd, options } = this.#settings;
    const access = await findAccess(env, cwd);
    if (!access) return this.#forget([noKey(env.SVC_API_URL?.trim() || 'http://localhost:4300')]);
    if (access.isLogin && !access.project) return this.#forget([noProject]);
    this.#whyNotApprove = access.isLogin ? null : keyCannotApprove;
    try {
      const place = { suite: options.suite, env, cwd };
      const build = await readBuild(access, this.#clientOf(access), place, this.#build);
      this.#names = await this.#readNames();
      this.#build = build;
      this.#notices = build.notices;
      this.#results = this.#resultsOf(build);
    } catch (error) {
      // What was read before is still worth showing.
      this.#notices = [describeFailure(error, access.apiUrl, options.suite)];
    }
  }

  #forget(notices: Notice[]): void {
    this.#build = null;
    this.#results = new Map();
    this.#notices = notices;
  }

  #clientOf({ apiUrl, apiKey, project }: Access): SvcClient {
    const userAgent = `svc-storybook-addon/${version}`;
    return new SvcClient({ apiUrl, apiKey, project, userAgent, environment: false, maxRetries: 1 });
  }

  async #readNames(): Promise<StoryNames> {
    const url = new URL('index.json', this.#settings.url);
    const answer = await fetch(url).catch((error: Error) => {
      throw new Error(`The list of stories at ${url} cannot be read: ${error.message}`, { cause: error });
    });
    // An index with a mistake in a story file is an error of Storybook's own, which its window shows.
    if (!answer.ok) return this.#names;
    const { entries } = (await answer.json()) as { entries: Record<string, IndexedStory & { type: string }> };
    return storyNames(Object.values(entries).filter(({ type }) => type === 'story'));
  }

  #resultsOf({ diff }: ReadBuild): Map<string, StoryResult[]> {
    const results = new Map<string, StoryResult[]>();
    for (const result of diff?.results ?? []) {
      const story = findStory(this.#names, result.name);
      if (!story || !diff) continue;
      const ofStory = results.get(story.id) ?? [];
      ofStory.push(presentResult(result, diff.id, story.variant));
      results.set(story.id, ofStory);
    }
    return results;
  }

  #tell(storyId: string | null, problem: string | null = null): void {
    this.#channel.emit(events.state, this.#state());
    if (storyId !== null) this.#answer(this.#tellStory(storyId, problem));
  }

  async #tellStory(storyId: string, problem: string | null): Promise<void> {
    this.#toldCount += 1;
    const count = this.#toldCount;
    this.#told.set(storyId, count);
    const results = this.#build?.diff ? (this.#results.get(storyId) ?? []) : null;
    const local = this.#runs.get(storyId) ?? null;
    const fill = (all: readonly StoryResult[]) => Promise.all(all.map((one) => this.#images.fill(one)));
    const story: StoryState = {
      storyId,
      results: results && (await fill(results)),
      local: local && { ...local, results: await fill(local.results) },
      problem,
    };
    // While images were read, something newer may have been told.
    if (this.#told.get(storyId) === count) this.#channel.emit(events.story, story);
  }

  #state(): AddonState {
    const statuses: AddonState['statuses'] = {};
    for (const storyId of new Set([...this.#results.keys(), ...this.#runs.keys()])) {
      const status = storyStatus(this.#results.get(storyId) ?? [], this.#runs.get(storyId));
      if (status) statuses[storyId] = status;
    }
    return {
      notices: this.#notices,
      build: this.#build?.summary ?? null,
      statuses,
      whyNotApprove: this.#whyNotApprove,
    };
  }

  async #run({ storyId }: Run): Promise<void> {
    if (this.#runs.get(storyId)?.state === 'running') return;
    this.#runs.set(storyId, { state: 'running', problem: null, results: [], reviewUrl: null });
    this.#tell(storyId);
    const running = this.#running.then(async () => this.#runs.set(storyId, await this.#runNow(storyId)));
    this.#running = running;
    await running;
    this.#tell(storyId);
  }

  async #runNow(storyId: string): Promise<LocalRun> {
    const { url, configDir, options, env, cwd } = this.#settings;
    const access = await findAccess(env, cwd);
    if (!access || (access.isLogin && !access.project)) {
      const problem = access ? noProject : noKey(env.SVC_API_URL?.trim() || 'http://localhost:4300');
      return { state: 'failed', problem, results: [], reviewUrl: null };
    }
    return runStory({
      storyId,
      url,
      configDir,
      options,
      env,
      access,
      client: this.#clientOf(access),
      variantOf: (name) => findStory(this.#names, name)?.variant ?? '',
    });
  }

  async #approve({ storyId, diffId, slot, ifStatus }: Approval): Promise<void> {
    this.#tell(storyId, await this.#approveNow({ storyId, diffId, slot, ifStatus }));
  }

  /** @returns why not */
  async #approveNow({ storyId, diffId, slot, ifStatus }: Approval): Promise<string | null> {
    const { env, cwd } = this.#settings;
    const access = await findAccess(env, cwd);
    if (!access?.isLogin) return keyCannotApprove;
    const client = this.#clientOf(access);
    try {
      await client.approve(diffId, { slots: [{ ...slot, ifStatus }] });
      await this.#readAgain(client, storyId, diffId);
      return null;
    } catch (error) {
      return `Not approved: ${(error as Error).message}`;
    }
  }

  async #readAgain(client: SvcClient, storyId: string, diffId: string): Promise<void> {
    const run = this.#runs.get(storyId);
    if (run?.results.some((result) => result.diffId === diffId)) {
      const names = new Set(run.results.map((result) => result.slot.name));
      const variantOf = (name: string) => findStory(this.#names, name)?.variant ?? '';
      this.#runs.set(storyId, { ...run, results: resultsIn(await client.getDiff(diffId), names, variantOf) });
    } else await this.#read();
  }
}
