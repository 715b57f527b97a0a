import type { LiveEvent } from '@svc/schema';
import { expect, test } from 'vitest';
import { ApiError } from '../../../client/ApiError.js';
import { type Following, followDiff, pauses } from './followDiff.js';

/** One stream: what it says, and how it ends. */
type Stream = { says: readonly (LiveEvent | null)[]; fails?: Error };

/** Follows these streams one after the other, then leaves the page. What the page did, in order. */
async function follow(...streams: Stream[]): Promise<string[]> {
  const done: string[] = [];
  const leaving = new AbortController();
  const page: Following = {
    async *watch() {
      const stream = streams.shift();
      done.push('connect');
      yield* stream?.says ?? [];
      if (streams.length === 0) leaving.abort();
      if (stream?.fails) throw stream.fails;
    },
    readAgain: (milliseconds) => done.push(`read in ${milliseconds}`),
    readComments: () => done.push('read comments'),
    readAreas: () => done.push('read areas'),
    catchUp: () => done.push('catch up'),
    show: (people) => done.push(`show ${people.map(({ name }) => name).join(',') || 'nobody'}`),
    pollPause: () => 20_000,
    untilSeen: async () => {},
    whileSeen: (signal) => signal,
    rest: async (milliseconds) => void done.push(`rest ${milliseconds}`),
  };
  await followDiff(page, leaving.signal);
  return done;
}

const refused = (status: number) => new ApiError(status, 'REFUSED', 'refused');

test('what happens is read soon, what happens elsewhere later, and who looks is shown until the stream ends', async () => {
  const people = [{ id: 'usr_1', name: 'Grace' }];
  expect(
    await follow({
      says: [
        null,
        { kind: 'changed' },
        { kind: 'suite-changed' },
        { kind: 'commented' },
        { kind: 'areas-changed' },
        { kind: 'people', people },
      ],
    }),
  ).toEqual([
    'connect',
    'catch up',
    'read comments',
    'read areas',
    `read in ${pauses.change}`,
    `read in ${pauses.elsewhere}`,
    'read comments',
    'read areas',
    'show Grace',
    'show nobody',
  ]);
});

test('after a stream has ended the next one begins with reading what was missed', async () => {
  expect(await follow({ says: [null] }, { says: [null] })).toEqual([
    'connect',
    'catch up',
    'read comments',
    'read areas',
    `rest ${pauses.connect}`,
    'show nobody',
    'connect',
    'read in 0',
    'read comments',
    'read areas',
    'show nobody',
  ]);
});

test('without events the page is read every now and then, and connects again', async () => {
  expect(
    await follow({ says: [], fails: refused(503) }, { says: [], fails: refused(0) }, { says: [null] }),
  ).toEqual(
    [
      ['connect', 'rest 20000', 'read in 0', 'read comments', 'read areas', 'show nobody'],
      // At most `pauses.longest`, in whole pauses.
      [
        'connect',
        'rest 20000',
        'read in 0',
        'read comments',
        'read areas',
        'rest 20000',
        'read in 0',
        'read comments',
        'read areas',
        'show nobody',
      ],
      ['connect', 'catch up', 'read comments', 'read areas', 'show nobody'],
    ].flat(),
  );
});

test.each([401, 403, 404])('an answer %d ends it', async (status) => {
  expect(await follow({ says: [], fails: refused(status) }, { says: [null] })).toEqual([
    'connect',
    'show nobody',
  ]);
});
