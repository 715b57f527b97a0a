import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compare, ImageError } from '@svc/image-diff';
import { Pool } from '@svc/image-diff/pool';
import { marked, white } from './images.mjs';

test('image-diff counts the pixels that changed', async () => {
  const { equal, diffPixels } = await compare(white, marked, { antiAliasing: false });
  assert.deepEqual({ equal, diffPixels }, { equal: false, diffPixels: 8 });
  assert.equal((await compare(white, white)).equal, true);
});

test('image-diff refuses what is not a PNG file', async () => {
  await assert.rejects(compare(white, new Uint8Array(20)), ImageError);
});

test('a pool compares on worker threads', async () => {
  const pool = new Pool();
  try {
    const { diffPixels } = await pool.compare(white, marked, { antiAliasing: false });
    assert.equal(diffPixels, 8);
  } finally {
    await pool.close();
  }
});

test('the image-diff command exits with 1 for a change', () => {
  writeFileSync('white.png', white);
  writeFileSync('marked.png', marked);
  const command = fileURLToPath(import.meta.resolve('@svc/image-diff/package.json')).replace(
    'package.json',
    'bin/image-diff.js',
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [command, '--no-anti-aliasing', 'white.png', 'marked.png'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.match(stdout, /8 of 64 pixels changed/);
});
