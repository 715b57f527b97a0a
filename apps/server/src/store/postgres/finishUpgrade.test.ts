import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishUpgrade, recordUpgrade } from './finishUpgrade.js';
import { PostgresError } from './PostgresError.js';

test('a database that an earlier svc made between the two renames costs neither the old one nor the copy', () => {
  const home = mkdtempSync(join(tmpdir(), 'svc-upgrade-'));
  const cluster = join(home, 'cluster');
  const next = `${cluster}.next`;
  const make = (folder: string, control: string) => {
    mkdirSync(join(folder, 'global'), { recursive: true });
    writeFileSync(join(folder, 'global/pg_control'), control);
  };
  const controlOf = (folder: string) => readFileSync(join(folder, 'global/pg_control'), 'utf8');
  try {
    make(cluster, 'old');
    make(next, 'copy');
    const place = { home, cluster, account: {} };
    const kept = recordUpgrade(place, next, 15);
    renameSync(cluster, kept);
    make(cluster, 'made by an earlier svc');
    for (const words of [cluster, next, kept]) expect(() => finishUpgrade(place)).toThrow(words);
    expect(() => finishUpgrade(place)).toThrow(PostgresError);
    expect([controlOf(kept), controlOf(next)]).toEqual(['old', 'copy']);
    // What the message advises.
    renameSync(cluster, join(home, 'elsewhere'));
    finishUpgrade(place);
    expect([controlOf(kept), controlOf(cluster), existsSync(next)]).toEqual(['old', 'copy', false]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
