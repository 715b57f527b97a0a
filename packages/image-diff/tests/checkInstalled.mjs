// Uses the package as it was installed into the folder of this file's copy. Runs on every Node that we support.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { compare, drawDifference, ImageError, inspect } from '@svc/image-diff';
import { Pool } from '@svc/image-diff/pool';

const [before, after] = ['before.png', 'after.png'].map((file) => readFileSync(file));

const comparison = await compare(before, after);
assert.equal(comparison.diffPixels, 12);
assert.equal((await compare(before, before)).equal, true);
assert.match((await inspect(before)).pixelHash, /^[0-9a-f]{64}$/);
await assert.rejects(inspect(before.subarray(0, 50)), ImageError);

const pool = new Pool({ workers: 2 });
assert.deepEqual(await pool.compare(before, after), comparison);
await assert.rejects(pool.inspect(before.subarray(0, 50)), ImageError);
await pool.close();

const program = 'node_modules/@svc/image-diff/bin/image-diff.js';
const run = (...args) => {
  try {
    return {
      code: 0,
      out: execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (error) {
    return { code: error.status, out: error.stdout };
  }
};
assert.equal(run('before.png', 'before.png', '--quiet').code, 0);
assert.equal(run('before.png', 'none.png').code, 2);
const { code, out } = run('before.png', 'after.png', '-o', 'difference.png', '--json');
assert.equal(code, 1);
assert.equal(JSON.parse(out).diffPixels, 12);
assert.deepEqual(readFileSync('difference.png'), Buffer.from(await drawDifference(after, comparison)));
writeFileSync('checked-on.txt', process.version);
