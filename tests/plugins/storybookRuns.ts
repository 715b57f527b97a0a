import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Ended, Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';

/** A run of `@storybook/test-runner` over a Storybook that is served. */
export interface StorybookRun {
  url: string;
  options: Record<string, unknown>;
  flags?: readonly string[];
}

/** Installs a version of the runner, from the registry, and the plugin in a project outside of the repository. */
export async function installTestRunner(scratch: Scratch, version: string, storybook: string): Promise<void> {
  const packages = [`@storybook/test-runner@${version}`, `storybook@${storybook}`, tarballOf('storybook')];
  const flags = ['--no-save', '--legacy-peer-deps', '--ignore-scripts'];
  const { code, output } = await scratch.run('npm', ['install', ...flags, ...packages], process.env);
  if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
}

/** Writes the configuration, and runs the stories once. */
export async function runStories(
  scratch: Scratch,
  { url, options, flags = [] }: StorybookRun,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  mkdirSync(join(scratch.folder, '.storybook'), { recursive: true });
  scratch.write(
    '.storybook/main.mjs',
    "export default { stories: ['../src/*.stories.js'], framework: '@storybook/html-vite' };\n",
  );
  scratch.write(
    '.storybook/test-runner.mjs',
    `import { withSvc } from '@svc/storybook';
export default withSvc({}, ${JSON.stringify(options)});
`,
  );
  scratch.write(
    'test-runner-jest.config.mjs',
    `import { getJestConfig } from '@storybook/test-runner';
import { withSvcJest } from '@svc/storybook';
const config = getJestConfig();
const playwright = config.testEnvironmentOptions['jest-playwright'];
export default withSvcJest({
  ...config,
  testEnvironmentOptions: {
    'jest-playwright': {
      ...playwright,
      launchOptions: { executablePath: process.env.SVC_BROWSER_PATH, args: ['--no-sandbox'] },
    },
  },
});
`,
  );
  const line = [
    'node_modules/@storybook/test-runner/dist/test-storybook.js',
    '--index-json',
    `--url=${url}`,
    '--maxWorkers=2',
    '--testTimeout=120000',
    ...flags,
  ];
  const ended = await scratch.run(process.execPath, line, env);
  return { ...ended, output: stripVTControlCharacters(ended.output) };
}
