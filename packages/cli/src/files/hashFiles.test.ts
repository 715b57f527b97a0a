import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFiles } from './hashFiles.js';
import { listFiles } from './listFiles.js';

test('files of any size have the hash and the size of their bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-hashes-'));
  try {
    const contents = { empty: '', large: 'x'.repeat(3_000_000), small: 'words' };
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
    const hashed = await hashFiles(await listFiles(folder));
    expect(hashed.map(({ name, size, hash }) => [name, size, hash])).toEqual(
      Object.entries(contents).map(([name, content]) => [
        name,
        content.length,
        createHash('sha256').update(content).digest('hex'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
