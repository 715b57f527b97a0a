import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { name } from '@svc/schema';
import type { SvcClient } from '@svc/sdk';
import { SvcError } from '@svc/sdk';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Shot } from './Shot.js';
import { Uploader } from './Uploader.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-uploader-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sent {
  name: string;
  testId: string;
  path: string[];
  hash?: string;
  png?: Uint8Array;
  layout?: string;
}

/** Hashes of what the service has. */
let known: Set<string>;
let batches: string[][];
let uploads: string[];
let fields: Sent[];
let most: number;
let underWay: number;
let failure: SvcError | null;
beforeEach(() => {
  known = new Set();
  batches = [];
  uploads = [];
  fields = [];
  most = 0;
  underWay = 0;
  failure = null;
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const resultOf = (name: string) => ({ name, status: 'new', diffId: 'dif_1', approvalStatus: 'pending' });

const client = {
  async uploadKnownSnapshots({ snapshots }: { snapshots: Sent[] }) {
    if (failure) throw failure;
    const details = snapshots.flatMap(({ name }, index) =>
      name.includes('\n') ? [{ path: `snapshots[${index}].name`, message: 'must be one line' }] : [],
    );
    if (details.length > 0)
      throw new SvcError({ code: 'VALIDATION_ERROR', message: 'no', statusCode: 400, details });
    fields.push(...snapshots);
    batches.push(snapshots.map(({ name }) => name));
    return snapshots.map(({ name, hash = '' }) =>
      known.has(hash)
        ? { result: resultOf(name), error: null }
        : { result: null, error: { code: 'IMAGE_NOT_FOUND', message: 'not known' } },
    );
  },
  async uploadSnapshotWithDiff({ name, png, layout }: Sent) {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    if (String(png) === 'broken')
      throw new SvcError({ code: 'IMAGE_INVALID', message: 'no PNG', statusCode: 400 });
    if (layout === 'invalid')
      throw new SvcError({ code: 'VALIDATION_ERROR', message: 'layout', statusCode: 400 });
    uploads.push([name, png, layout].filter((part) => part !== undefined).join(' '));
    return resultOf(name);
  },
} as unknown as SvcClient;

let number = 0;
function shot(name: string, content: string, more: Partial<Shot> = {}): Shot {
  number += 1;
  const file = join(folder, `${number}.png`);
  writeFileSync(file, content);
  return { suite: 'e2e', name, file, testId: name, attempt: 0, path: ['a.spec.ts', name], ...more };
}

const uploader = () => new Uploader(client, { sessionId: 'ses_1', branch: 'main', commit: 'c1' });

test('sends hashes together, and the bytes of what is lacking eight at a time', async () => {
  const shots = Array.from({ length: 40 }, (_, index) => shot(`s${index}`, `image ${index}`));
  for (let index = 0; index < 20; index++) known.add(hashOf(`image ${index}`));
  const own = uploader();
  own.add(shots.slice(0, 10));
  own.add(shots.slice(10));
  const { sent, failures, unsent } = await own.end();
  expect([sent.length, failures, unsent]).toEqual([40, [], 0]);
  expect(batches.flat().sort()).toEqual(shots.map(({ name }) => name).sort());
  expect(uploads).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(8);
});

test('attempts are sent in their order, and a change of pixels is a flake', async () => {
  const own = uploader();
  own.add([
    shot('a', 'first'),
    shot('b', 'same'),
    shot('a', 'second', { attempt: 1 }),
    shot('b', 'same', { attempt: 1 }),
  ]);
  const { sent } = await own.end();
  // Names are sent side by side.
  expect(uploads.filter((upload) => upload.startsWith('a'))).toEqual(['a first', 'a second']);
  expect([...uploads].sort()).toEqual(['a first', 'a second', 'b same']);
  const ends = sent.map(({ shot: { name, attempt }, isFlaky }) => [name, attempt, isFlaky]);
  expect(new Map(ends.map(([name, ...end]) => [name, end]))).toEqual(
    new Map([
      ['a', [1, true]],
      ['b', [0, false]],
    ]),
  );
});

test('a refused image fails alone', async () => {
  const own = uploader();
  own.add([shot('a', 'broken'), shot('b', 'fine'), { ...shot('c', 'x'), file: join(folder, 'missing.png') }]);
  const { sent, failures, unsent } = await own.end();
  expect(sent.map((one) => one.shot.name)).toEqual(['b']);
  expect(failures.map((one) => [one.shot?.name, one.code])).toEqual([
    ['c', 'FILE_UNREADABLE'],
    ['a', 'IMAGE_INVALID'],
  ]);
  expect(unsent).toBe(0);
});

test('a snapshot that is refused as a part of its batch fails alone', async () => {
  const own = uploader();
  own.add([shot('a', '1'), shot('b\n', '2'), shot('c', '3'), shot('d\n', '4')]);
  const { sent, failures, unsent } = await own.end();
  // They are uploaded at the same time.
  expect(sent.map((one) => one.shot.name).sort()).toEqual(['a', 'c']);
  expect(failures.map((one) => [one.shot?.name, one.message])).toEqual([
    ['b\n', 'name must be one line'],
    ['d\n', 'name must be one line'],
  ]);
  expect([unsent, uploads.sort()]).toEqual([0, ['a 1', 'c 3']]);
});

test('whatever the title of a test, the service can take it, and tells tests apart', async () => {
  const long = 'x'.repeat(600);
  const titles = [
    'a b',
    'a\nb',
    'a\tb',
    'a\0b',
    'half \ud83c',
    `${long}1`,
    `${long}2`,
    `${'🎉'.repeat(300)}`,
  ];
  const own = uploader();
  own.add(titles.map((title, index) => shot(`s${index}`, title, { testId: title, path: [title] })));
  await own.end();
  const ids = fields.map(({ testId }) => name.parse(testId));
  expect(new Set(ids).size).toBe(titles.length);
  expect(ids[0]).toBe('a b');
  for (const { path } of fields) expect(path.map((part) => name.parse(part))).toEqual(path);
});

test('a layout goes along with an image that is lacking; one that is refused or gone costs the image nothing', async () => {
  const layoutFile = (text: string) => {
    const file = join(folder, `${text}.layout`);
    writeFileSync(file, text);
    return file;
  };
  known.add(hashOf('known'));
  const own = uploader();
  own.add([
    shot('a', 'one', { layoutFile: layoutFile('laid') }),
    shot('b', 'two', { layoutFile: layoutFile('invalid') }),
    shot('c', 'three', { layoutFile: join(folder, 'missing.layout') }),
    shot('d', 'known', { layoutFile: layoutFile('unread') }),
  ]);
  const { sent, failures } = await own.end();
  expect([sent.length, failures]).toEqual([4, []]);
  expect([...uploads].sort()).toEqual(['a one laid', 'b two', 'c three']);
});

test('after a failure of the service nothing more is tried', async () => {
  failure = new SvcError({ code: 'NETWORK_ERROR', message: 'no connection', statusCode: 0 });
  const own = uploader();
  own.add([shot('a', 'one'), shot('b', 'two'), shot('a', 'three', { attempt: 1 })]);
  const { sent, failures, unsent } = await own.end();
  expect([sent, failures, unsent]).toEqual([
    [],
    [{ shot: null, code: 'NETWORK_ERROR', message: 'no connection' }],
    3,
  ]);
});

test('tells what became of one picture while others are on their way', async () => {
  const own = uploader();
  const [first, second] = await Promise.all([
    own.send([shot('first', 'one')]),
    own.send([shot('second', 'two')]),
  ]);
  expect([first.sent?.shot.name, second.sent?.shot.name]).toEqual(['first', 'second']);
  const broken = await own.send([shot('third', 'broken')]);
  expect([broken.sent, broken.failure?.code]).toEqual([null, 'IMAGE_INVALID']);
  const repeated = await own.send([shot('first', 'one')]);
  expect(repeated.sent?.shot.name).toBe('first');

  failure = new SvcError({ code: 'NETWORK', message: 'gone', statusCode: 0 });
  const lost = await own.send([shot('fourth', 'four')]);
  expect([lost.sent, lost.failure]).toEqual([null, { shot: null, code: 'NETWORK', message: 'gone' }]);
  expect(await own.end()).toMatchObject({ unsent: 1 });
});
