import { expect, test } from 'vitest';
import { slotKey } from '../slot.js';
import { hasMoved, type LogEntry, listMoved } from './hasMoved.js';

const entry = (id: number, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  revokedAt: null,
  diffId: 'dif_other',
  ...more,
});
const own = { diffId: 'dif_own' };
const mark = 10;

test.each<[string, LogEntry[], boolean]>([
  ['nothing happened', [entry(4)], false],
  ['another diff promoted', [entry(4), entry(11)], true],
  ['the first baseline of the slot appeared', [entry(11)], true],
  ['the active entry was revoked', [entry(4), entry(7, { revokedAt: 12 })], true],
  ['an entry below the active one was revoked', [entry(4, { revokedAt: 12 }), entry(7)], false],
  ['it was revoked before', [entry(4), entry(7, { revokedAt: 9 })], false],
  ['another diff promoted and took it back', [entry(4), entry(11, { revokedAt: 12 })], false],
  ['this diff promoted it', [entry(4), entry(11, own)], false],
  ['this diff promoted it, another one after that', [entry(4), entry(11, own), entry(12)], true],
])('%s (R14)', (_, log, moved) => {
  expect(hasMoved(log, mark, 'dif_own')).toBe(moved);
});

test('a slot moves when it does on any of the branches', () => {
  const at = (name: string, branch: string, id: number) => ({
    ...entry(id),
    name,
    viewport: '',
    browser: '',
    branch,
  });
  const log = [at('a', 'main', 4), at('a', 'next', 11), at('b', 'main', 5), at('b', 'next', 6)];
  expect(listMoved(log, mark, 'dif_own')).toEqual(
    new Set([slotKey({ name: 'a', viewport: '', browser: '' })]),
  );
});
