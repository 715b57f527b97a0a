import type { Fleet } from '../domain/captures/Fleet.js';
import { createBrowserPool, type ProjectBrowser } from './browser/createBrowserPool.js';
import { createLauncher, type Log, type Sandbox } from './browser/createLauncher.js';
import type { Renderer } from './browser/rendererOf.js';
import { surviveLateObjects } from './browser/surviveLateObjects.js';
import type { CaptureParts } from './CaptureParts.js';
import { captureTargets } from './captureTargets.js';
import { createSlots } from './createSlots.js';
import { discoverStories } from './discover/discoverStories.js';
import { createSiteAddresses } from './egress/siteAddresses.js';
import { startEgressProxy } from './egress/startEgressProxy.js';
import { discoveryRecipeOf, recipeOf } from './recipe.js';
import { type LooksSame, openStage } from './stage/openStage.js';

export interface FleetOptions {
  /** Chromium, or its headless shell; see `findBrowser`. */
  browserPath: string;
  /** Pages that are captured at the same time. */
  pages?: number | undefined;
  /** true: only with Chromium's sandbox; false: never; absent: where it works, with one line in the log where not. */
  sandbox?: boolean | undefined;
  /** The hosts `sit-…` below `domain` are served by `upstream`, with their `Host` header kept. */
  sites: { domain: string; upstream: { host: string; port: number } };
  /** `host` or `host:port` that may be reached although their address is not public. */
  allowHosts: readonly string[];
  /** For the name of another host to be resolved, and for a connection to it. */
  dialTimeoutMs?: number | undefined;
  /** Pixels of an image for each CSS pixel, in each direction; 1 unless told. */
  deviceScaleFactor?: number | undefined;
  /** For one target, beside its own delay. */
  targetTimeoutMs?: number | undefined;
  /** Bytes that one page may use before it is ended. Linux only. */
  pageMemory?: number | undefined;
  /** Compares two images of a page that does not hold still; unless given, such a page is unstable. */
  looksSame?: LooksSame | undefined;
  log: Log;
}

/** What a fleet has found on its machine. */
export interface FleetReport {
  sandbox: Sandbox;
  renderer: Renderer;
  pages: number;
}

export interface FleetUse {
  browsers: number;
  busyPages: number;
  freePages: number;
}

export interface LocalFleet extends Fleet {
  /** Starts a browser when none was started yet. Rejects with the browser's own words when it does not start. */
  examine(): Promise<FleetReport>;
  /** What is in use now; asking starts nothing. */
  inUse(): Promise<FleetUse>;
}

type Parts = Omit<CaptureParts, 'browser'>;

const idleMs = 60_000;
const idleBrowsers = 2;
const maxAgeMs = 10 * 60_000;
/** The longest delay of a target, or the discovery of stories, with some air. */
const longestWorkMs = 130_000;

type Slots = ReturnType<typeof createSlots>;

const withDefaults = ({
  pages = 4,
  deviceScaleFactor = 1,
  targetTimeoutMs = 30_000,
  pageMemory = 1024 ** 3,
  looksSame = async () => false,
  log,
}: FleetOptions) => ({ pages, deviceScaleFactor, targetTimeoutMs, pageMemory, looksSame, log });

/** Starts what captures need, with what stops it. */
async function start(options: FleetOptions, slots: Slots) {
  const { pages, deviceScaleFactor, targetTimeoutMs, pageMemory, looksSame, log } = withDefaults(options);
  const proxy = await startEgressProxy(options);
  const letFail = surviveLateObjects((error) =>
    log?.('a browser was killed at work', { reason: error.message }),
  );
  try {
    const launcher = await createLauncher({
      ...options,
      pageMemory,
      deviceScaleFactor,
      proxyPort: proxy.port,
    });
    const pool = createBrowserPool(launcher, {
      idleMs,
      idleBrowsers,
      maxAgeMs,
      maxBytes: 3 * pageMemory,
      graceMs: targetTimeoutMs + longestWorkMs,
    });
    const refusalOf = proxy.refusalOf;
    const parts = {
      launcher,
      renderer: launcher.renderer.name,
      recipe: recipeOf(launcher.renderer.name),
      slots,
      pages,
      targetTimeoutMs,
      refusalOf,
      deviceScaleFactor,
      looksSame,
      log,
    };
    const stop = async () => {
      await pool.close();
      await launcher.close();
      await proxy.close();
      letFail();
    };
    const { sandbox, renderer } = launcher;
    const report = { sandbox, renderer, pages };
    return { parts, pool, report, forgetFailures: proxy.forgetFailures, stop };
  } catch (error) {
    letFail();
    await proxy.close();
    throw error;
  }
}

/** A fleet of local browsers, one a project, with several pages. Nothing is started before the first capture. */
export function createFleet(options: FleetOptions): LocalFleet {
  const slots = createSlots(withDefaults(options).pages);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let started: ReturnType<typeof start> | null = null;

  function begin() {
    if (closing.signal.aborted) throw new Error('the fleet is closed');
    if (started) return started;
    const starting = start(options, slots);
    started = starting;
    starting.catch(() => {
      if (started === starting) started = null;
    });
    return starting;
  }

  async function inBrowserOf<T>(
    project: string,
    work: (browser: ProjectBrowser, parts: Parts) => Promise<T>,
  ): Promise<T> {
    const { parts, pool } = await begin();
    const browser = pool.enter(project);
    return track(work(browser, parts)).finally(() => browser.leave());
  }

  async function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  return {
    async capture(targets, run) {
      if (targets.length === 0) return;
      const signal = AbortSignal.any([run.signal, closing.signal]);
      (await begin()).forgetFailures();
      const { inner, outer } = createSiteAddresses(options.sites.domain);
      const opened = (some: typeof targets) => some.map((target) => ({ ...target, url: inner(target.url) }));
      const onOutcome: typeof run.onOutcome = (index, outcome) => run.onOutcome(index, outer(outcome));
      const { more } = run;
      const own = {
        ...run,
        signal,
        onOutcome,
        ...(more && { more: async (end: AbortSignal) => opened(await more(end)) }),
      };
      await inBrowserOf(run.project, (browser, parts) =>
        captureTargets({ ...parts, browser }, opened(targets), own),
      );
    },
    discoverStories: (build) =>
      inBrowserOf(build.project, (browser, stageOptions) => {
        const open = async () => openStage(await browser.get(), stageOptions);
        const signal = AbortSignal.any([build.signal, closing.signal]);
        const { inner, outer } = createSiteAddresses(options.sites.domain);
        const opened = { ...build, baseUrl: inner(build.baseUrl) };
        const found = slots.use(() => discoverStories(opened, open, stageOptions.targetTimeoutMs, signal));
        return found.then(outer, (error) => {
          if (error instanceof Error) error.message = outer(error.message);
          throw error;
        });
      }),
    discoveryRecipe: async () => discoveryRecipeOf((await begin()).parts.recipe),
    recipe: async () => (await begin()).parts.recipe,
    examine: async () => (await begin()).report,
    async inUse() {
      const busyPages = slots.busy();
      const browsers = (await started?.catch(() => null))?.pool.count() ?? 0;
      return { browsers, busyPages, freePages: withDefaults(options).pages - busyPages };
    },
    async close() {
      closing.abort(new Error('the fleet is closed'));
      await Promise.allSettled(running);
      const fleet = await started?.catch(() => null);
      await fleet?.stop();
    },
  };
}
