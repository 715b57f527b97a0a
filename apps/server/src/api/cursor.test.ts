import fc from 'fast-check';
import { expect, test } from 'vitest';
import { places, readCursor, writeCursor } from './cursor.js';

const kinds = Object.entries(places);
const raw = (text: string) => Buffer.from(text).toString('base64url');

test.each<[keyof typeof places, unknown]>([
  ['id', 'cap_01m81dkqbje009e0yz09197074'],
  ['suite', 'Components / Button é'],
  ['project', 'acme/web'],
  ['number', 12],
  ['moment', ['2026-11-22T10:11:12.123456Z', 'dif_1']],
  ['slot', ['main', 'Button', '1280x720', 'firefox']],
  ['slot', ['main', 'Button', '', '']],
])('a cursor of the kind %s is read as it was written', (kind, place) => {
  expect(readCursor(writeCursor(place), places[kind])).toEqual(place);
  expect(readCursor(undefined, places[kind])).toBeNull();
});

test.each(kinds)('any other text is refused where the kind is %s', (_kind, schema) => {
  const forged = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }).map(raw),
    fc.json().map(raw),
    fc.constantFrom(
      raw('"\\u0000"'),
      raw('"\\ud800"'),
      raw('-1'),
      raw('1e308'),
      raw('1.5'),
      raw('["2026-02-31T00:00:00.000000Z","a"]'),
      raw('["2026-11-22T24:00:00.000000Z","a"]'),
      raw('["0000-01-01T00:00:00.000000Z","a"]'),
      raw('["Sat, 1 Jan 2000 (x)","a"]'),
      raw('["infinity","a"]'),
      raw('["2026-11-22T10:11:12.123456Z","\\u0000"]'),
      raw('["main","a","1x1","\\u0000"]'),
      raw('["main","a"]'),
      raw('"x"'.repeat(2)),
      raw('{"__proto__":1}'),
      'null',
      '',
      '%00',
    ),
  );
  fc.assert(
    fc.property(forged, (cursor) => {
      let place: unknown;
      try {
        place = readCursor(cursor, schema);
      } catch (error) {
        expect((error as Error).message).toBe('cursor: is not a cursor of this list');
        return;
      }
      // What is accepted is exactly what a list could have written.
      expect(writeCursor(place)).toBe(cursor);
      expect(schema.safeParse(place).success).toBe(true);
    }),
  );
});
