import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@svc/schema';
import type { Announcement } from '../../store/announcements/announce.js';
import type { LiveFeed, Watched, Watcher } from '../LiveFeed.js';
import { Presence, renewal } from './Presence.js';

interface Stream extends Watched, Watcher {
  id: string;
  renewing: ReturnType<typeof setInterval>;
  /** As it was last told. */
  people: string;
}

interface Parts {
  /** Tells all processes, this one included. */
  announce: (announcement: Announcement) => Promise<void>;
  /** Hears what all processes announce. @returns ends that */
  hear: (listener: {
    hear: (announcement: Announcement) => void;
    onDeaf: () => void;
    onHearing: () => void;
  }) => () => Promise<void>;
  now?: () => number;
}

const isOf = (stream: Watched, { suiteId, branch }: { suiteId: number; branch: string | null }): boolean =>
  stream.suiteId === suiteId && stream.branches.includes(branch ?? '');

/** What an announcement is to an open page; null where it is not about that. */
function eventFor(page: Watched, told: Announcement): LiveEvent | null {
  switch (told.kind) {
    case 'diff':
      return told.diffId === page.diffId ? { kind: 'changed' } : null;
    case 'suite':
      return isOf(page, told) ? { kind: 'suite-changed' } : null;
    case 'comments':
      return told.diffId === page.diffId || isOf(page, told) ? { kind: 'commented' } : null;
    case 'areas':
      return told.suiteId === page.suiteId ? { kind: 'areas-changed' } : null;
    default:
      return null;
  }
}

export function createLiveFeed({ announce, hear, now = Date.now }: Parts): LiveFeed {
  const streams = new Map<string, Stream>();
  const presence = new Presence(now);
  let isHearing = false;

  // The next renewal, or the end of the stream, makes good for one that is lost.
  const tell = (announcement: Announcement) => void announce(announcement).catch(() => {});
  const streamsOf = (diffId: string) => [...streams.values()].filter((stream) => stream.diffId === diffId);

  function tellPeople(diffId: string): void {
    for (const stream of streamsOf(diffId)) {
      const people = presence.others(diffId, stream.person?.id);
      const text = JSON.stringify(people);
      if (text === stream.people) continue;
      stream.people = text;
      stream.send({ kind: 'people', people });
    }
  }

  const announceViewer = ({ id, diffId, person }: Stream) => {
    if (person)
      tell({ kind: 'here', diffId, viewer: { stream: id, personId: person.id, name: person.name } });
  };

  function onAnnouncement(told: Announcement): void {
    for (const stream of streams.values()) {
      const event = eventFor(stream, told);
      if (event) stream.send(event);
    }
    switch (told.kind) {
      case 'here':
        if (streamsOf(told.diffId).length === 0) break;
        presence.note(told.diffId, told.viewer);
        tellPeople(told.diffId);
        break;
      case 'gone':
        presence.leave(told.diffId, told.stream);
        tellPeople(told.diffId);
        break;
      case 'who':
        for (const stream of streamsOf(told.diffId)) announceViewer(stream);
    }
  }

  function endAll(): void {
    isHearing = false;
    for (const { renewing, end } of streams.values()) {
      clearInterval(renewing);
      end();
    }
    streams.clear();
    presence.forget();
  }

  const stopHearing = hear({
    hear: onAnnouncement,
    onDeaf: endAll,
    onHearing: () => {
      isHearing = true;
    },
  });

  return {
    watch(watched, watcher) {
      if (!isHearing) return null;
      const id = randomUUID();
      const renewing = setInterval(() => {
        announceViewer(stream);
        tellPeople(stream.diffId);
      }, renewal);
      renewing.unref();
      const stream: Stream = { ...watched, ...watcher, id, renewing, people: '[]' };
      streams.set(id, stream);
      announceViewer(stream);
      tell({ kind: 'who', diffId: watched.diffId });
      return () => {
        clearInterval(renewing);
        if (!streams.delete(id)) return;
        if (streamsOf(stream.diffId).length === 0) presence.forget(stream.diffId);
        if (stream.person) tell({ kind: 'gone', diffId: stream.diffId, stream: id });
      };
    },
    async close() {
      endAll();
      await stopHearing();
    },
  };
}
