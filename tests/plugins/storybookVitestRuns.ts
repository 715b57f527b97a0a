import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Ended, Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';

const example = new URL('../../examples/storybook/', import.meta.url);

/** Installs addon-vitest and Vitest, from the registry, and the plugin beside a copy of the example. */
export async function installAddonVitest(
  scratch: Scratch,
  { storybook, vitest }: { storybook: string; vitest: string },
): Promise<void> {
  const packages = [
    ...['storybook', '@storybook/addon-vitest', '@storybook/react-vite'].map(
      (name) => `${name}@${storybook}`,
    ),
    ...['vitest', '@vitest/browser-playwright'].map((name) => `${name}@${vitest}`),
    ...['playwright@1.65.1', 'vite@8.3.8', 'react@19.3.1', 'react-dom@19.3.1', '@vitejs/plugin-react@6.3.0'],
    ...['@fontsource/inter@5.3.0', '@fontsource/lobster@5.3.0', tarballOf('storybook')],
  ];
  const flags = ['--no-save', '--legacy-peer-deps', '--ignore-scripts'];
  const { code, output } = await scratch.run('npm', ['install', ...flags, ...packages], process.env);
  if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
  for (const name of ['src', '.storybook', 'vite.config.ts'])
    cpSync(new URL(name, example), join(scratch.folder, name), { recursive: true });
  scratch.write('tsconfig.json', '{ "compilerOptions": { "jsx": "react-jsx" } }');
}

/** Replaces the stories of the example by `count` plain ones. */
export function writeManyStories(scratch: Scratch, count: number): void {
  mkdirSync(join(scratch.folder, 'many'), { recursive: true });
  const perFile = 50;
  for (let file = 0; file * perFile < count; file += 1) {
    const names = Array.from(
      { length: Math.min(perFile, count - file * perFile) },
      (_, index) => `Page${index}`,
    );
    const stories = names.map(
      (name) => `export const ${name} = { render: () => createElement('h1', null, '${file} ${name}') };`,
    );
    scratch.write(
      `many/Many${file}.stories.js`,
      `import { createElement } from 'react';\nexport default { title: 'Many/${file}' };\n${stories.join('\n')}\n`,
    );
  }
  scratch.write(
    '.storybook/main.ts',
    "export default { framework: '@storybook/react-vite', stories: ['../many/*.stories.js'] };\n",
  );
}

/** The arguments of Node that run the stories' tests. */
export const vitestLine = (...flags: string[]): string[] => ['node_modules/vitest/vitest.mjs', ...flags];

/** @param options of the plugin, as text of a program */
export function configureAddonVitest(scratch: Scratch, options: string): void {
  scratch.write(
    'vitest.config.mjs',
    `import react from '@vitejs/plugin-react';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { svcStorybook } from '@svc/storybook/vitest';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), storybookTest({ configDir: '.storybook' }), svcStorybook(${options})],
  define: { EXAMPLE_VERSION: JSON.stringify(process.env.SVC_EXAMPLE_VERSION) },
  test: {
    maxWorkers: 2,
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 300_000,
      provider: playwright({ launchOptions: { executablePath: process.env.SVC_BROWSER_PATH } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
`,
  );
}

export async function runVitest(scratch: Scratch, line: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const ended = await scratch.run(process.execPath, line, env);
  return { ...ended, output: stripVTControlCharacters(ended.output) };
}
