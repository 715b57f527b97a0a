import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from './readJson.js';

const limit = 32 * 1024 * 1024;
const chunked = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  const chunks = [];
  for (let start = 0; start < bytes.length; start += size) chunks.push(bytes.subarray(start, start + size));
  return Readable.from(chunks, { objectMode: true });
};
const read = (text: string, size = 65_521) => readJson(chunked(text, size), limit, JSON.parse);
const refusal = (text: string) =>
  read(text).then(
    () => null,
    (error: Error) => error.message,
  );

/** A body that is too large to be parsed as a whole: lists of any values, repeated, beside other fields. */
const large = fc
  .record({
    entries: fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 5 }),
    others: fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    ),
    space: fc.constantFrom(0, 1),
  })
  .map(({ entries, others, space }) => {
    const times = Math.ceil(300_000 / JSON.stringify(entries).length);
    const long = Array.from({ length: Math.min(times, 50_000) }, () => entries).flat();
    return JSON.stringify({ ...others, long, empty: [], short: entries }, null, space);
  });

test('a large body is read as JSON.parse reads it, however its bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(large, fc.integer({ min: 1_000, max: 100_000 }), async (text, size) => {
      expect((await read(text, size)).value).toEqual(JSON.parse(text));
    }),
    { numRuns: 15 },
  );
});

test('a large body with one wrong character is accepted only where JSON.parse accepts it', async () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.integer({ min: 0, max: 2 }),
    inserted: fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', ':', ' ', '0'),
  });
  await fc.assert(
    fc.asyncProperty(large, fc.array(change, { minLength: 4, maxLength: 8 }), async (text, changes) => {
      for (const { at, removed, inserted } of changes) {
        const place = Math.floor(at * text.length);
        const changed = text.slice(0, place) + inserted + text.slice(place + removed);
        const read = await readJson(chunked(changed, 65_521), limit, JSON.parse).catch(() => null);
        if (read) expect(read.value).toEqual(JSON.parse(changed));
      }
    }),
    { numRuns: 15 },
  );
});

test('a comma too many between the pieces of a list is refused', async () => {
  const entry = `"${'x'.repeat(70_000)}"`;
  const list = (text: string) => `{"list":[${text}]}`;
  expect(await refusal(list([entry, entry, entry, entry].join(',')))).toBeNull();
  for (const text of [
    `${entry},${entry},${entry},${entry},`,
    `${entry},,${entry},${entry},${entry}`,
    `${' '.repeat(300_000)},${entry}`,
  ]) {
    expect(await refusal(list(text))).not.toBeNull();
  }
});

test('an empty body is an empty object', async () => {
  expect(await read('')).toEqual({ value: {}, digest: null });
});

test.each([
  ['deep lists', '['.repeat(65), 'The body is nested more than 64 levels deep'],
  ['deep objects', '{"a":'.repeat(65), 'The body is nested more than 64 levels deep'],
  ['many values', `[${'0,'.repeat(1_000_000)}0]`, 'The body has more than 1,000,000 values'],
  ['crossed brackets', '{"a":[1}]', 'The body is not valid JSON'],
  [
    'a large field',
    `{"a":"${'x'.repeat(300_000)}"}`,
    'What the body has beside the entries of its lists is too large',
  ],
  ['a large entry', `{"a":["${'x'.repeat(600_000)}"]}`, 'An entry of a list in the body is too large'],
])('%s are refused', async (_what, text, message) => {
  expect(await refusal(text)).toBe(message);
});

test('brackets in texts are not counted', async () => {
  const text = JSON.stringify({ a: '['.repeat(100), b: '\\"]'.repeat(100) });
  expect((await read(text, 7)).value).toEqual(JSON.parse(text));
});

test('bytes that are not UTF-8 are refused', async () => {
  const bytes = Readable.from([Buffer.from([0x22, 0xff, 0x22])]);
  await expect(readJson(bytes, limit, JSON.parse)).rejects.toThrow('The body is not UTF-8');
});

test('a body that ends early is refused', async () => {
  const cut = new Readable({ read() {} });
  cut.push('{"a":');
  setImmediate(() => cut.destroy(new Error('aborted')));
  await expect(readJson(cut, limit, JSON.parse)).rejects.toThrow(
    'The request ended before its body was complete',
  );
});

test('a body above the limit is refused without reading on', async () => {
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += 1_000;
      this.push(Buffer.alloc(1_000, ' '));
    },
  });
  await expect(readJson(endless, 65_536, JSON.parse)).rejects.toThrow('larger than the limit of 64 KiB');
  expect(sent).toBeLessThan(200_000);
  expect(endless.destroyed).toBe(false);
});

test('more large bodies at the same time than there is room for are refused, and room is given back', async () => {
  const half = () => {
    const body = new Readable({ read() {} });
    for (let mebibyte = 0; mebibyte < 30; mebibyte++) body.push(Buffer.alloc(1024 * 1024, ' '));
    return body;
  };
  const bodies = Array.from({ length: 8 }, half);
  const waiting = bodies.map((body) => readJson(body, limit, JSON.parse).catch((error: Error) => error));
  await expect.poll(() => bodies.every((body) => body.readableLength === 0)).toBe(true);
  await expect(readJson(half(), limit, JSON.parse)).rejects.toThrow('Too many requests');
  for (const body of bodies) body.push(null);
  await Promise.all(waiting);
  expect(await refusal(JSON.stringify({ a: Array(100_000).fill('abc') }))).toBeNull();
});
