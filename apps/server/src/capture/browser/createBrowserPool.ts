import type { Browser } from 'playwright-core';
import type { BrowserLauncher, Launched } from './createLauncher.js';

/** The browser of one project, for as long as work of that project needs it. */
export interface ProjectBrowser {
  /** The running browser, or a new one when there is none, the last one died, or it is to be replaced. */
  get(): Promise<Browser>;
  /** No page of this work is open any more. */
  leave(): void;
}

export interface BrowserPool {
  /** Pages of different projects never share a browser, hence no process. */
  enter(project: string): ProjectBrowser;
  /** Browsers that run, or are being started. */
  count(): number;
  close(): Promise<void>;
}

export interface PoolLimits {
  /** How long a browser without work is kept for the next of its project. */
  idleMs: number;
  /** Browsers without work that are kept at most. */
  idleBrowsers: number;
  /** A browser that is older, or uses more memory in all, is replaced: what it is at may end on it. */
  maxAgeMs: number;
  maxBytes: number;
  /** A replaced browser is ended after this time, whatever it is at. */
  graceMs: number;
}

interface Room {
  project: string;
  works: number;
  current: Promise<Launched> | null;
  startedAt: number;
  idleTimer: NodeJS.Timeout | null;
}

const replacedPollMs = 200;

/** Waits for the pages of a replaced browser to end, until its grace period expires. */
async function pagesEnded({ browser }: Launched, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  while (browser.isConnected() && browser.contexts().length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, replacedPollMs));
  }
}

/** Browsers by project, started when they are first needed and again after they died. */
export function createBrowserPool(
  launcher: Pick<BrowserLauncher, 'launch'>,
  limits: PoolLimits,
): BrowserPool {
  /** In the order of their last work. */
  const rooms = new Map<string, Room>();
  const ending = new Set<Promise<void>>();

  function end(launched: Promise<Launched>, unused: (one: Launched) => Promise<void>): void {
    const work = launched
      .then(async (one) => {
        await unused(one);
        await one.end();
      })
      .catch(() => {})
      .finally(() => ending.delete(work));
    ending.add(work);
  }

  async function get(room: Room): Promise<Browser> {
    const { current } = room;
    const running = await current?.catch(() => null);
    if (running && room.current === current && isWornOut(room, running)) {
      room.current = null;
      if (current !== null) end(current, (one) => pagesEnded(one, limits.graceMs));
    }
    if (room.current !== null) return (await room.current).browser;
    const starting = launcher.launch();
    const forget = () => {
      if (room.current === starting) room.current = null;
    };
    room.current = starting;
    room.startedAt = performance.now();
    starting.then(({ browser }) => browser.once('disconnected', forget), forget);
    return (await starting).browser;
  }

  const isWornOut = (room: Room, { memory }: Launched): boolean =>
    performance.now() - room.startedAt > limits.maxAgeMs || memory.bytes() > limits.maxBytes;

  function evict(room: Room): void {
    if (room.idleTimer) clearTimeout(room.idleTimer);
    rooms.delete(room.project);
    if (room.current !== null) end(room.current, async () => {});
  }

  function leave(room: Room): void {
    room.works -= 1;
    if (room.works > 0) return;
    room.idleTimer = setTimeout(() => evict(room), limits.idleMs).unref();
    rooms.delete(room.project);
    rooms.set(room.project, room);
    const idle = [...rooms.values()].filter(({ works }) => works === 0);
    for (const oldest of idle.slice(0, Math.max(0, idle.length - limits.idleBrowsers))) evict(oldest);
  }

  return {
    enter(project) {
      const room = rooms.get(project) ?? {
        project,
        works: 0,
        current: null,
        startedAt: 0,
        idleTimer: null,
      };
      rooms.set(project, room);
      if (room.idleTimer) clearTimeout(room.idleTimer);
      room.idleTimer = null;
      room.works += 1;
      return { get: () => get(room), leave: () => leave(room) };
    },
    count: () => [...rooms.values()].filter(({ current }) => current !== null).length,
    async close() {
      for (const room of [...rooms.values()]) evict(room);
      await Promise.all(ending);
    },
  };
}
