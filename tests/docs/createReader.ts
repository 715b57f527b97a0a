import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { createScratch, type Scratch } from '../clients/scratch.js';

const npx = execFileSync('which', ['npx'], { encoding: 'utf8' }).trim();
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a reader has made already, or would make. */
export interface Made {
  /** A build of each story tool. */
  storybook: string;
  ladle: string;
  /** Folder with the command `svc`. */
  nodeModules: string;
}

/** A project of somebody who reads a page: with images of other tools, a build of each story tool, and git. */
export function createReader(
  suite: string,
  { storybook, ladle, nodeModules }: Made,
): Scratch & { bin: string } {
  const scratch = createScratch({ scripts: { test: 'svc upload screenshots' } });
  const { folder } = scratch;
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  for (const [name, shade] of [
    ['screenshots/home.png', 40],
    ['screenshots/forms/button.png', 80],
    ['.reg/expected/home.png', 120],
    ['.lostpixel/baseline/home.png', 160],
    ['backstop_data/bitmaps_reference/app_Home_0_document_0_phone.png', 200],
    ['before.png', 10],
    ['after.png', 10],
  ] as const)
    write(name, pngOf(shade));
  write('regconfig.json', JSON.stringify({ core: { workingDir: '.reg', actualDir: 'screenshots' } }));
  write('lostpixel.config.json', JSON.stringify({ imagePathBaseline: '.lostpixel/baseline' }));
  const viewports = [{ label: 'phone', width: 320, height: 480 }];
  write('backstop.json', JSON.stringify({ id: 'app', viewports, scenarios: [{ label: 'Home' }] }));
  write('svc.config.json', JSON.stringify({ suite }));
  write('.storybook/main.js', 'export default { stories: [] };\n');
  write('.gitignore', 'node_modules\n.home\n.bin\nstorybook-static\nbuild\n');
  for (const place of ['srv', 'mnt/backups']) mkdirSync(join(folder, place), { recursive: true });
  // As root, a database is another user's, who has to get through here.
  chmodSync(folder, 0o711);
  symlinkSync(join(root, 'apps'), join(folder, 'apps'));

  const bin = join(folder, '.bin');
  mkdirSync(bin);
  const program = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('svc', 'exec npx --no svc "$@"');
  program('svc-server', `exec "${process.execPath}" "${root}/apps/server/bin/svc-server.js" "$@"`);
  // Building takes minutes, and runners have tests of their own: what they would leave or take is there at once.
  program(
    'npx',
    `case "$1 $2" in
  'storybook build') rm -rf storybook-static; exec cp -r "${storybook}" storybook-static;;
  'ladle build') rm -rf build; exec cp -r "${ladle}" build;;
  'playwright test' | 'vitest run' | 'cypress run' | 'wdio run' | 'jest '* | 'test-storybook '*) exec svc upload screenshots;;
esac
exec "${npx}" "$@"`,
  );
  cpSync(storybook, join(folder, 'storybook-static'), { recursive: true });
  cpSync(nodeModules, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=begin');
  return { ...scratch, bin };
}

function pngOf(shade: number): Buffer {
  const image = new PNG({ width: 8, height: 8 });
  image.data.fill(shade);
  return PNG.sync.write(image);
}
