import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutOut, wantedPart } from './wantedPart.js';

const file = { etag: '"x"', bytes: 100 };

test.each<[Parameters<typeof wantedPart>[0], ReturnType<typeof wantedPart>]>([
  [{}, null],
  [{ range: 'bytes=0-' }, { start: 0, end: 99 }],
  [{ range: 'bytes=10-19' }, { start: 10, end: 19 }],
  [{ range: 'bytes=10-1000' }, { start: 10, end: 99 }],
  [{ range: 'bytes=-5' }, { start: 95, end: 99 }],
  [{ range: 'bytes=100-' }, 'unsatisfiable'],
  [{ range: 'bytes=-0' }, 'unsatisfiable'],
  [{ range: 'bytes=0-0,5-9' }, null],
  [{ range: 'bytes=9-3' }, null],
  [{ range: 'lines=1-2' }, null],
  [{ range: 'nonsense' }, null],
  [{ range: '' }, null],
  [
    { range: 'bytes=0-4', 'if-range': '"x"' },
    { start: 0, end: 4 },
  ],
  [{ range: 'bytes=0-4', 'if-range': '"before"' }, null],
])('what is wanted by %j', (headers, part) => {
  expect(wantedPart(headers, file)).toEqual(part);
});

test('any part of an empty file is all of it', () => {
  for (const range of ['bytes=0-', 'bytes=-1', 'bytes=5-9'])
    expect(wantedPart({ range }, { ...file, bytes: 0 }), range).toBeNull();
});

test('a part is cut out wherever the chunks begin and end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 9 }),
      fc.nat(),
      fc.nat(),
      async (chunks, one, other) => {
        const whole = Buffer.concat(chunks);
        const [start = 0, end = 0] = [one % whole.length, other % whole.length].toSorted((a, b) => a - b);
        const cut = Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(cutOut({ start, end }));
        expect(await buffer(cut)).toEqual(whole.subarray(start, end + 1));
      },
    ),
  );
});
