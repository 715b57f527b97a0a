import { copyFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupBy } from '../../apps/server/src/domain/checks/groupBy.js';
import { buildExample } from '../capture/buildExample.js';
import { createScratch, type Scratch } from '../clients/scratch.js';
import { versionOf } from '../clients/tarballs.js';
import { makeDataDir, removeDataDir, type Server, startServer } from '../service/startServer.js';
import { createReader, type Made } from './createReader.js';
import { placeOf, readSnippets } from './readSnippets.js';
import { commandsOf, notRun, reasonOf, runnableOf } from './runnableLines.js';

const shell = readSnippets().filter(({ language, page }) => language === 'sh' && page !== 'CONTRIBUTING.md');
const pages = groupBy(
  shell.map(runnableOf).filter(({ lines }) => lines.length > 0),
  ({ page }) => page,
);

let dataDir: string;
let server: Server;
let made: Made;
let installed: Scratch;
beforeAll(async () => {
  dataDir = await makeDataDir();
  const [storybook, ladle] = await Promise.all([buildExample('storybook', '1'), buildExample('ladle', '1')]);
  server = await startServer(dataDir);
  installed = createScratch();
  const cli = `${server.url}/install/cli-${versionOf('cli')}.tgz`;
  expect(await installed.run('npm', ['install', '--save-dev', cli])).toMatchObject({ code: 0 });
  made = { storybook, ladle, nodeModules: join(installed.folder, 'node_modules') };
});
afterAll(async () => {
  await server?.stop();
  installed?.remove();
  if (dataDir) await removeDataDir(dataDir);
});

test('each reason not to run a command is one for some command', () => {
  const commands = shell.flatMap(commandsOf);
  const reasons = new Set(commands.map(reasonOf));
  for (const [pattern, reason] of notRun) expect([pattern, reasons.has(reason)]).toEqual([pattern, true]);
});

describe('commands in the documentation', () => {
  test.each([...pages])('%s', async (page, snippets) => {
    // What is imported becomes the first baseline. Other pages share a suite: what one has captured, the next has proven.
    const isImporting = snippets.some(({ lines }) => lines.some((line) => line.includes(' import ')));
    const reader = createReader(isImporting ? page.replaceAll('/', ' ') : 'web', made);
    copyFileSync(join(dataDir, 'secret'), join(reader.folder, 'secret'));
    /** What a reader puts in. */
    const own = (command: string) =>
      command
        .replaceAll(/https:\/\/svc\.example\.com(?=\/install)|http:\/\/localhost:4300/g, server.url)
        .replaceAll('<org/project>', 'acme/web')
        .replaceAll(/\/(mnt\/backups|srv)(?=\/svc)/g, join(reader.folder, '$1'));
    try {
      for (const snippet of snippets) {
        const script = snippet.lines.map((line) => mayFindChanges(own(line))).join('\n');
        const { code, output } = await reader.run('bash', ['--norc', '-eu', '-c', script], {
          PATH: [reader.bin, process.env.PATH].join(delimiter),
          SVC_API_URL: server.url,
          SVC_API_KEY: server.apiKey ?? '',
          SVC_DATA_DIR: dataDir,
          SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
        });
        expect(code, `${placeOf(snippet)}\n${script}\n${output}`).toBe(0);
      }
    } finally {
      reader.remove();
    }
  });
});

/** `svc` ends with 1 where a person has to look at changes, and with 2 where it could not do what it was asked for. */
const mayFindChanges = (line: string): string =>
  /^(npx --no )?svc /.test(line) ? `${line} || [ $? = 1 ]` : line;
