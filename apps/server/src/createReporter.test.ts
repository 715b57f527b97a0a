import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createReporter } from './createReporter.js';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';

test('a database that is away is reported once, and other errors each time', () => {
  const lines: string[] = [];
  const report = createReporter(
    pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }),
  );
  for (const part of ['queue', 'expiry', 'queue']) report(part)(new DatabaseUnavailable(new Error('gone')));
  for (const part of ['queue', 'expiry']) report(part)(new Error('bug'));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'the database does not answer',
    'queue',
    'expiry',
  ]);
});
