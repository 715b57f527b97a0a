import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createScratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import { freePort } from '../service/freePort.js';

/** A project with a Storybook and the addon. */
export interface Book {
  folder: string;
  framework: string;
  /** What Storybook is started with, so that it listens on this machine alone: approving needs that. */
  flags: readonly string[];
  remove(): void;
}

/** What the project of a Storybook is installed with. */
export interface Versions {
  storybook: string;
  vite: string;
}

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The Storybook that this repository has, beside the packed addon: nothing is fetched. */
export function linkBook(): Book {
  const cache = inRepository('.cache');
  mkdirSync(cache, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(cache, 'addon-book-')));
  const link = (name: string) => {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(inRepository(`examples/storybook/node_modules/${name}`), join(folder, 'node_modules', name));
  };
  for (const name of ['storybook', '@storybook/react-vite']) link(name);
  const addon = join(folder, 'node_modules/@svc/storybook-addon');
  mkdirSync(addon, { recursive: true });
  execFileSync('tar', ['-xzf', tarballOf('storybook-addon'), '-C', addon, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{ "name": "book", "private": true, "type": "module" }');
  return {
    folder,
    framework: '@storybook/react-vite',
    flags: [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A project outside of the workspace, as somebody else has one, with packages from the registry. */
export async function installBook({ storybook, vite }: Versions): Promise<Book> {
  const scratch = createScratch({ type: 'module' });
  const packages = [
    ...['storybook', '@storybook/html-vite'].map((name) => `${name}@${storybook}`),
    ...[`vite@${vite}`, 'playwright@1.65.1', tarballOf('storybook-addon')],
  ];
  const { code, output } = await scratch.run(
    'npm',
    ['install', '--ignore-scripts', ...packages],
    process.env,
  );
  if (code !== 0) throw new Error(`the addon cannot be installed:\n${output}`);
  return {
    folder: scratch.folder,
    framework: '@storybook/html-vite',
    flags: ['--host', 'localhost'],
    remove: () => scratch.remove(),
  };
}

/** Writes the stories; a button of the color that is given is one of them. */
export function writeStories({ folder, framework }: Book, color: string): void {
  const isReact = framework.includes('react');
  const button = (label: string, style: string) =>
    isReact
      ? `() => createElement('button', { style: { background: '${style}' } }, '${label}')`
      : `() => '<button style="background: ${style}">${label}</button>'`;
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(
    join(folder, 'src/Button.stories.js'),
    `${isReact ? "import { createElement } from 'react';\n" : ''}export default { title: 'Forms/Button' };
export const Primary = { render: ${button('Save', color)} };
export const Secondary = { render: ${button('Cancel', 'silver')} };
export const Disabled = { parameters: { svc: { disable: true } }, render: ${button('Off', 'white')} };
`,
  );
}

/** @param options of the addon */
export function configureBook({ folder, framework }: Book, options: object): void {
  mkdirSync(join(folder, '.storybook'), { recursive: true });
  const config = {
    framework,
    stories: ['../src/*.stories.js'],
    addons: [{ name: '@svc/storybook-addon', options }],
    core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  };
  writeFileSync(join(folder, '.storybook/main.js'), `export default ${JSON.stringify(config, null, 2)};\n`);
}

/** Milliseconds that a Storybook may take to start on a busy machine. */
const patience = 120_000;

/** Starts the dev server of the book's own Storybook, and waits until it lists its stories. */
export async function startBook(
  { folder, flags }: Book,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; output(): string; stop(): Promise<void> }> {
  const port = await freePort();
  const file = createRequire(join(folder, 'package.json')).resolve('storybook/package.json');
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | { storybook: string } };
  const program = join(dirname(file), typeof bin === 'string' ? bin : bin.storybook);
  const args = ['dev', '--port', String(port), '--exact-port', ...flags, '--ci', '--disable-telemetry'];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, STORYBOOK_DISABLE_TELEMETRY: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const url = `http://localhost:${port}`;
  for (const deadline = Date.now() + patience; ; await sleep(100)) {
    const isReady = await fetch(`${url}/index.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode === null && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error(`Storybook does not start:\n${output}`);
  }
  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
