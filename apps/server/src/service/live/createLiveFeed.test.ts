import type { LiveEvent } from '@svc/schema';
import { expect, test } from 'vitest';
import type { Announcement } from '../../store/announcements/announce.js';
import type { LiveFeed } from '../LiveFeed.js';
import { createLiveFeed } from './createLiveFeed.js';
import { renewal } from './Presence.js';

/** Processes that hear each other at once; `clock` is theirs. */
function processes(count: number) {
  const listeners: { hear: (told: Announcement) => void; onDeaf: () => void; onHearing: () => void }[] = [];
  const told: Announcement[] = [];
  const clock = { now: 0 };
  const announce = async (announcement: Announcement) => {
    told.push(announcement);
    for (const { hear } of listeners) hear(announcement);
  };
  const feeds = Array.from({ length: count }, () =>
    createLiveFeed({
      announce,
      hear: (listener) => {
        listeners.push(listener);
        listener.onHearing();
        return async () => {};
      },
      now: () => clock.now,
    }),
  ) as [LiveFeed, LiveFeed];
  return { feeds, announce, listeners, told, clock };
}

function watch(feed: LiveFeed, diffId: string, name: string | null, suiteId = 1) {
  const events: LiveEvent[] = [];
  let ended = 0;
  const stop = feed.watch(
    {
      diffId,
      suiteId,
      branches: ['topic', 'main'],
      person: name === null ? null : { id: `usr_${name}`, name },
    },
    { send: (event) => events.push(event), end: () => (ended += 1) },
  );
  if (!stop) throw new Error('nothing is heard');
  const people = () =>
    events.flatMap((event) => (event.kind === 'people' ? [event.people.map((one) => one.name)] : []));
  return { events, stop, people, ended: () => ended };
}

test('a change is told to the pages of its diff, one of a branch to those who rest on it', async () => {
  const { feeds, announce } = processes(2);
  const [here, there] = feeds;
  const first = watch(here, 'dif_1', null);
  const second = watch(there, 'dif_2', null);
  const other = watch(there, 'dif_3', null, 2);
  await announce({ kind: 'diff', diffId: 'dif_1' });
  await announce({ kind: 'suite', suiteId: 1, branch: 'main' });
  await announce({ kind: 'suite', suiteId: 1, branch: 'elsewhere' });
  await announce({ kind: 'areas', suiteId: 1 });
  const ofSuite = [{ kind: 'suite-changed' }, { kind: 'areas-changed' }];
  expect(first.events).toEqual([{ kind: 'changed' }, ...ofSuite]);
  expect(second.events).toEqual(ofSuite);
  expect(other.events).toEqual([]);
});

test('people see each other in whatever process, and neither themselves nor keys', () => {
  const [here, there] = processes(2).feeds;
  const ada = watch(here, 'dif_1', 'Ada');
  watch(here, 'dif_1', 'Ada');
  watch(there, 'dif_1', null);
  expect(ada.people()).toEqual([]);
  const grace = watch(there, 'dif_1', 'Grace');
  const elsewhere = watch(there, 'dif_2', 'Mary');
  expect(ada.people()).toEqual([['Grace']]);
  expect(grace.people()).toEqual([['Ada']]);
  expect(elsewhere.people()).toEqual([]);
  grace.stop();
  expect(ada.people()).toEqual([['Grace'], []]);
});

test('who has two pages open is gone with the last of them', () => {
  const [here, there] = processes(2).feeds;
  const ada = watch(here, 'dif_1', 'Ada');
  const [first, second] = [watch(there, 'dif_1', 'Grace'), watch(there, 'dif_1', 'Grace')];
  first.stop();
  expect(ada.people()).toEqual([['Grace']]);
  second.stop();
  expect(ada.people()).toEqual([['Grace'], []]);
});

test('who is not announced for a while counts as gone, as after the death of a process', async () => {
  const { feeds, announce, clock } = processes(1);
  const ada = watch(feeds[0], 'dif_1', 'Ada');
  const viewer = { stream: 'of a process', personId: 'usr_Grace', name: 'Grace' };
  await announce({ kind: 'here', diffId: 'dif_1', viewer });
  expect(ada.people()).toEqual([['Grace']]);
  clock.now += 3 * renewal;
  await announce({ kind: 'gone', diffId: 'dif_1', stream: 'of another' });
  expect(ada.people()).toEqual([['Grace'], []]);
});

test('every stream ends when nothing is heard, and none begins until something is', () => {
  const { feeds, listeners } = processes(1);
  const [feed] = feeds;
  const [listener] = listeners;
  const ada = watch(feed, 'dif_1', 'Ada');
  listener?.onDeaf();
  expect(ada.ended()).toBe(1);
  const watched = { diffId: 'dif_1', suiteId: 1, branches: [], person: null };
  expect(feed.watch(watched, { send: () => {}, end: () => {} })).toBeNull();
  listener?.onHearing();
  expect(watch(feed, 'dif_1', 'Ada').ended()).toBe(0);
});

test('nothing is kept of diffs that nobody looks at here', async () => {
  const { feeds, told } = processes(2);
  const [here, there] = feeds;
  watch(there, 'dif_1', 'Grace').stop();
  const ada = watch(here, 'dif_1', 'Ada');
  expect(ada.people()).toEqual([]);
  expect(told.map(({ kind }) => kind)).toEqual(['here', 'who', 'here', 'gone', 'here', 'who', 'here']);
});
