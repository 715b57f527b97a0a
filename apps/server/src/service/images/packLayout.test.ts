import { expect, test } from 'vitest';
import { recordColors } from '../../../testing/pages/layoutRecord.js';
import { packLayout, unpackLayout } from './packLayout.js';

const record = recordColors({ a: { color: 'rgb(1, 2, 3)' } }, [10, 10]);
const token = { customProperties: [[0, 1]] as [number, number][], customPropertyUses: [[2]] };

test('keeps what a record tells of its custom properties, and nothing that is not of a record', async () => {
  const given = { ...record, ...token };
  expect(await unpackLayout(await packLayout({ ...given, more: 1 } as typeof given))).toEqual(given);
});

test('keeps less of a record that is too large, and says so', async () => {
  let seed = 1;
  const noise = () => {
    seed = Math.imul(seed, 48_271) >>> 0;
    return seed.toString(36);
  };
  const texts = Array.from({ length: 20_000 }, () => Array.from({ length: 5 }, noise).join(''));
  const first = record.strings.length;
  const large = {
    ...record,
    ...token,
    strings: [...record.strings, ...texts],
    nodes: texts.map((_, place): (typeof record.nodes)[number] => [
      -1,
      0,
      0,
      0,
      0,
      1,
      1,
      { text: first + place },
    ]),
  };
  const kept = await unpackLayout(await packLayout(large));
  expect(kept).toMatchObject({ partial: 'bytes', customProperties: token.customProperties });
  // Those that are gone may have set other properties.
  expect(kept.customPropertyUses).toBeUndefined();
});
