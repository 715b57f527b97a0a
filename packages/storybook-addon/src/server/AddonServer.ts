import { isDeepStrictEqual } from 'node:util';
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
  type StoryStatus,
} from '../protocol.js';
import { findStory, type StoryNames, storyNames } from '../stories/findStory.js';
import { presentResult } from '../stories/presentResult.js';
import { storyStatus } from '../stories/statusOf.js';
import { version } from '../version.js';
import { approveThenRead } from './approveThenRead.js';
import { type Access, apiUrlOf, findAccess } from './findAccess.js';
import { ImageCache } from './ImageCache.js';
import {
  describeFailure,
  failureOf,
  keyCannotApprove,
  noKey,
  noProject,
  openCannotApprove,
} from './notices.js';
import { type ReadBuild, readBuild } from './readBuild.js';
import { readIndex } from './readIndex.js';
import { failed, resultsIn, runStory } from './runStory.js';
import { storedServers } from './storedLogin.js';

/** Storybook's channel, as far as this half needs it. */
export interface Channel {
  on(event: string, listener: (detail: never) => void): void;
  emit(event: string, detail: object): void;
}

export interface Settings {
  /** Of the dev server. */
  url: string;
  /** Whether other machines reach the dev server now. */
  isOpen(): Promise<boolean>;
  /** Shows statuses in the sidebar of every window, by story, and no others. */
  showStatuses(statuses: Record<string, StoryStatus>): void;
  configDir: string;
  options: SvcAddonOptions;
  env: Env;
  cwd: string;
}

/** However many windows ask, the service is asked no more often. */
const shortestMs = 5_000;
/** Stories that are told again when the build changes: more than windows that anyone has open. */
const mostToldAgain = 20;

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
  /** Which message about a story is the newest; the story that was told last comes last. */
  readonly #told = new Map<string, number>();
  #toldCount = 0;
  #reading: Promise<void> | null = null;
  #readAt = 0;
  /** Stories are run one after the other; this never rejects. */
  #running: Promise<void> = Promise.resolve();

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
    this.#reading ??= this.#readAndTell().finally(() => {
      this.#reading = null;
      this.#readAt = Date.now();
    });
    return this.#reading;
  }

  /** Windows show stories that they do not ask for again. */
  async #readAndTell(): Promise<void> {
    const before = this.#build?.diff;
    await this.#readNow();
    if (this.#build?.diff === before) return;
    for (const storyId of [...this.#told.keys()].slice(-mostToldAgain))
      this.#answer(this.#tellStory(storyId));
  }

  /** What was being read may be from before what has just happened. */
  async #readAnew(): Promise<void> {
    await this.#reading;
    if (this.#build) this.#build = { ...this.#build, key: '' };
    await this.#read();
  }

  async #readNow(): Promise<void> {
    const { env, cwd, options } = this.#settings;
    const access = await findAccess(env, cwd);
    if (!access) return this.#forget([await this.#noKey()]);
    if (access.isLogin && !access.project) return this.#forget([noProject]);
    this.#whyNotApprove = await this.#whyNot(access);
    try {
      const place = { suite: options.suite, env, cwd };
      const build = await readBuild(access, this.#clientOf(access), place, this.#build);
      const notices = [...build.notices, ...(await this.#readNames())];
      this.#build = build;
      this.#notices = notices;
      this.#results = this.#resultsOf(build);
    } catch (error) {
      // What was read before is still worth showing.
      this.#notices = [describeFailure(error, access.apiUrl, options.suite)];
    }
  }

  /** Why nobody approves here; null where nothing is known to stand in the way. */
  async #whyNot(access: Access | null): Promise<string | null> {
    // Storybook lets all that reach it send messages, which would be decisions of this login.
    if (await this.#settings.isOpen()) return openCannotApprove;
    return access?.isLogin ? null : keyCannotApprove;
  }

  async #noKey(): Promise<Notice> {
    const { env } = this.#settings;
    return noKey(apiUrlOf(env), await storedServers(env));
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

  /** @returns why not; a build is worth showing without new stories */
  async #readNames(): Promise<Notice[]> {
    try {
      const stories = await readIndex(this.#settings.url);
      if (stories) this.#names = storyNames(stories);
      return [];
    } catch (error) {
      return [{ tone: 'problem', text: (error as Error).message }];
    }
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
    const state: AddonState = {
      notices: this.#notices,
      build: this.#build?.summary ?? null,
      whyNotApprove: this.#whyNotApprove,
    };
    this.#channel.emit(events.state, state);
    this.#settings.showStatuses(this.#statuses());
    if (storyId !== null) this.#answer(this.#tellStory(storyId, problem));
  }

  async #tellStory(storyId: string, problem: string | null = null): Promise<void> {
    this.#toldCount += 1;
    const count = this.#toldCount;
    this.#told.delete(storyId);
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

  #statuses(): Record<string, StoryStatus> {
    const statuses: Record<string, StoryStatus> = {};
    for (const storyId of new Set([...this.#results.keys(), ...this.#runs.keys()])) {
      const status = storyStatus(this.#results.get(storyId) ?? [], this.#runs.get(storyId));
      if (status) statuses[storyId] = status;
    }
    return statuses;
  }

  async #run({ storyId }: Run): Promise<void> {
    if (this.#runs.get(storyId)?.state === 'running') return;
    this.#runs.set(storyId, { state: 'running', problem: null, results: [], reviewUrl: null });
    this.#tell(storyId);
    this.#running = this.#running.then(async () => {
      const run = await this.#runNow(storyId).catch((error) => failed(failureOf(error)));
      this.#runs.set(storyId, run);
    });
    await this.#running;
    this.#tell(storyId);
  }

  async #runNow(storyId: string): Promise<LocalRun> {
    const { url, configDir, options, env, cwd } = this.#settings;
    const access = await findAccess(env, cwd);
    if (!access || (access.isLogin && !access.project)) {
      return failed(access ? noProject : await this.#noKey());
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

  async #approve(approval: Approval): Promise<void> {
    this.#tell(approval.storyId, await this.#approveNow(approval));
  }

  /** @returns why not, or what failed afterwards */
  async #approveNow({ storyId, diffId, slot, ifStatus }: Approval): Promise<string | null> {
    const { env, cwd } = this.#settings;
    const access = await findAccess(env, cwd);
    const whyNot = await this.#whyNot(access);
    if (!access || whyNot !== null) return whyNot;
    // Only what this half has read: a window could name a diff of another build.
    const told = [...(this.#results.get(storyId) ?? []), ...(this.#runs.get(storyId)?.results ?? [])];
    const shown = told.find((one) => one.diffId === diffId && isDeepStrictEqual(one.slot, slot));
    if (!shown) return 'Not approved: this snapshot has changed in the meantime. Look at it again.';
    const client = this.#clientOf(access);
    return approveThenRead(
      () => client.approve(shown.diffId, { slots: [{ ...shown.slot, ifStatus }] }),
      () => this.#readAgain(client, storyId, shown.diffId),
    );
  }

  async #readAgain(client: SvcClient, storyId: string, diffId: string): Promise<void> {
    const run = this.#runs.get(storyId);
    if (run?.results.some((result) => result.diffId === diffId)) {
      const names = new Set(run.results.map((result) => result.slot.name));
      const variantOf = (name: string) => findStory(this.#names, name)?.variant ?? '';
      this.#runs.set(storyId, { ...run, results: resultsIn(await client.getDiff(diffId), names, variantOf) });
    } else await this.#readAnew();
  }
}
