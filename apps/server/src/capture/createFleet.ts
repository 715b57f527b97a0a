import type { Fleet } from '../domain/fleet.js';
import { keepBrowser } from './browser/keepBrowser.js';
import { createLauncher, type Log } from './browser/launchBrowser.js';
import { captureTargets } from './captureTargets.js';
import { createSlots } from './createSlots.js';
import { discoverStories } from './discover/discoverStories.js';
import { startEgressProxy } from './egress/startEgressProxy.js';
import { openStage } from './stage/openStage.js';

export interface FleetOptions {
  /** Chromium, or its headless shell; see `findBrowser`. */
  browserPath: string;
  /** Pages that are captured at the same time. */
  pages?: number | undefined;
  /** true: only with Chromium's sandbox; false: never; absent: where it works, with one line in the log where not. */
  sandbox?: boolean | undefined;
  /** Hosts below `domain` are served by `upstream`, with their `Host` header kept. */
  sites: { domain: string; upstream: { host: string; port: number } };
  /** `host` or `host:port` that may be reached although their address is not public. */
  allowHosts: readonly string[];
  /** For one target, beside its own delay. */
  targetTimeoutMs?: number | undefined;
  log: Log;
}

/** A fleet of one local browser with several pages. Nothing is started before the first capture. */
export function createFleet(options: FleetOptions): Fleet {
  const { pages = 4, targetTimeoutMs = 30_000, log } = options;
  const slots = createSlots(pages);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let started: ReturnType<typeof start> | null = null;

  async function start() {
    const proxy = await startEgressProxy(options);
    try {
      const launcher = await createLauncher({ ...options, proxyPort: proxy.port });
      const browser = keepBrowser(launcher);
      const refusalOf = proxy.refusalOf;
      const parts = { browser, launcher, slots, pages, targetTimeoutMs, refusalOf, log };
      const stop = async () => {
        await browser.close();
        await launcher.close();
        await proxy.close();
      };
      return { parts, stop };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  function begin() {
    if (closing.signal.aborted) throw new Error('the fleet is closed');
    if (started) return started;
    const starting = start();
    started = starting;
    starting.catch(() => {
      if (started === starting) started = null;
    });
    return starting;
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
      const { parts } = await begin();
      const signal = AbortSignal.any([run.signal, closing.signal]);
      await track(captureTargets(parts, targets, { ...run, signal }));
    },
    discoverStories: (build) => {
      const open = async () => {
        const { parts } = await begin();
        return openStage(await parts.browser.get(), parts.refusalOf);
      };
      return track(slots.use(() => discoverStories(build, open, closing.signal)));
    },
    async close() {
      closing.abort(new Error('the fleet is closed'));
      await Promise.allSettled(running);
      const fleet = await started?.catch(() => null);
      await fleet?.stop();
    },
  };
}
