import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { slotOf } from '../Shot.js';
import { readBases, writeBases } from './baseFile.js';
import { KnownBases } from './KnownBases.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-bases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const png = (content: string) => Buffer.from(content);
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const home = { suite: 'e2e', name: 'Home' };

test('a picture is the base of its own slot alone', () => {
  const phone = { ...home, browser: 'phone' };
  const bases = new KnownBases({
    [slotOf(home)]: [hashOf('own'), hashOf('target')],
    [slotOf(phone)]: [hashOf('phone')],
  });
  expect(bases.isBase(home, png('own'))).toBe(true);
  expect(bases.isBase(home, png('target'))).toBe(true);
  expect(bases.isBase(phone, png('phone'))).toBe(true);
  expect(bases.isBase(home, png('phone'))).toBe(false);
  expect(bases.isBase({ ...home, viewport: { width: 1, height: 2 } }, png('own'))).toBe(false);
  expect(bases.isBase({ ...home, name: 'constructor' }, png('own'))).toBe(false);
  expect(bases.isBase({ ...home, suite: 'other' }, png('own'))).toBe(false);
});

test('processes that share a folder know bases once one has written them, by suite', () => {
  expect(readBases(folder, 'e2e')).toBeNull();
  writeBases(folder, 'e2e', { [slotOf(home)]: [hashOf('own')] });
  expect(readBases(folder, 'e2e')?.isBase(home, png('own'))).toBe(true);
  expect(readBases(folder, 'other')).toBeNull();
});
