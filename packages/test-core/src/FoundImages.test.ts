import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFoundImages } from './FoundImages.js';

test('says which file belongs to each snapshot, which snapshots have none, and which files are left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-found-images-test-'));
  try {
    mkdirSync(join(folder, 'shots'));
    const path = (name: string) => join(folder, 'shots', name);
    for (const name of ['a-linux.png', 'a-darwin.png', 'b-win32.png', 'old-linux.png', 'notes.txt'])
      writeFileSync(path(name), name);
    const file = join(folder, 'found.jsonl');
    const images = openFoundImages({ SVC_IMPORT_FILE: file, SVC_IMPORT_PLATFORM: 'linux' });
    images?.add({ name: 'a', browser: 'x' }, (platform) => [
      path(`gone-${platform}.png`),
      path(`a-${platform}.png`),
    ]);
    images?.add({ name: 'b', browser: 'x' }, (platform) => [path(`b-${platform}.png`)]);
    images?.write('e2e');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      suite: 'e2e',
      snapshots: [{ name: 'a', browser: 'x', file: path('a-linux.png') }],
      missing: [{ name: 'b', browser: 'x', file: path('b-linux.png'), platforms: ['win32'] }],
      unused: [path('old-linux.png')],
    });
    expect(openFoundImages({})).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
