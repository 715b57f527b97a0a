import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOwnStorybook } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';
import { svc } from './svc.js';

/** How often the unchanged Storybook is captured again. */
const rounds = Number(process.env.SVC_ROUNDS ?? 1);

/** Found in the build's style sheet; another one changes whatever shows the accent. */
const accent = '#4a45d6';

let dataDir: string;
let server: Server;
let storybook: string;
beforeAll(async () => {
  storybook = await buildOwnStorybook();
  dataDir = await makeDataDir();
  server = await startOnSharedDatabase(dataDir);
});
afterAll(async () => {
  await server?.stop();
  if (dataDir) await removeDataDir(dataDir);
});

async function capture(folder: string, flags: string[], commit: string) {
  const ended = await svc(['stories-a', folder, '--suite', 'ui', '--output', 'json', ...flags], {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
    SVC_COMMIT: commit,
  });
  expect(ended.stderr).not.toMatch(/^Error/m);
  return { code: ended.code, ...JSON.parse(ended.stdout) };
}

describe("the review UI's own Storybook", () => {
  it(
    `has the same images in ${rounds} more captures, and other ones in another color`,
    async () => {
      const first = await capture(storybook, ['--auto-baseline'], 'c0ffee0');
      expect(first.failed).toEqual([]);
      for (let round = 1; round <= rounds; round += 1) {
        const again = await capture(storybook, ['--no-proof'], `c0ffee${round}`);
        expect(again, `round ${round}`).toMatchObject({
          code: 0,
          changed: [],
          new: [],
          removed: [],
          failed: [],
        });
        expect(again.counts.unchanged).toBeGreaterThan(40);
      }

      const repainted = join(dataDir, 'repainted');
      await repaint(storybook, repainted);
      const other = await capture(repainted, ['--filter', 'Parts/{Button,Text}/*'], 'c0ffeff');
      expect(other.code).toBe(1);
      expect(other.changed).toContain('Parts/Button/Looks[light]');
      expect(other.changed).not.toContain('Parts/Button/Looks[dark]');
      expect(other.changed).not.toContain('Parts/Text/Git[light]');
      await rm(repainted, { recursive: true });
    },
    300_000 + rounds * 120_000,
  );
});

async function repaint(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const sheets = (await readdir(join(to, 'assets'))).filter((name) => name.endsWith('.css'));
  const before = await Promise.all(sheets.map((name) => readFile(join(to, 'assets', name), 'utf8')));
  expect(before.join('')).toContain(accent);
  await Promise.all(
    sheets.map((name, index) =>
      writeFile(join(to, 'assets', name), (before[index] ?? '').replaceAll(accent, '#d64545')),
    ),
  );
}
