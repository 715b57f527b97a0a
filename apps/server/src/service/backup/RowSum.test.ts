import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSum } from './RowSum.js';

/** The sum of rows that come in pieces of some length. */
async function sumOf(rows: readonly string[], piece: number): Promise<bigint> {
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  );
  const sum = new RowSum();
  await sum.read(Readable.from(pieces));
  return sum.total;
}

const row = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\n'));
const pieces = fc.integer({ min: 1, max: 40 });

test('the same rows have the same sum, in whatever order and pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row), pieces, pieces, fc.nat(), async (rows, one, other, turn) => {
      const at = turn % (rows.length + 1);
      const turned = [...rows.slice(at), ...rows.slice(0, at)];
      expect(await sumOf(rows, one)).toBe(await sumOf(turned, other));
    }),
  );
});

test('rows that differ in one, or in how often one is there, have another sum', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1 }), row, pieces, async (rows, other, piece) => {
      const [first = '', ...rest] = rows;
      const sum = await sumOf(rows, piece);
      expect(await sumOf([...rows, first], piece)).not.toBe(sum);
      expect(await sumOf(rest, piece)).not.toBe(sum);
      if (other !== first) expect(await sumOf([other, ...rest], piece)).not.toBe(sum);
    }),
  );
});
