import { type FoundRepository, type FoundTool, type PackageManager, variantOf } from './findTools.js';

/** A file that runs the tools in CI. */
export interface Workflow {
  /** From the root of the repository. */
  file: string;
  text: string;
}

const install: Record<PackageManager, string> = {
  npm: 'npm ci',
  pnpm: 'pnpm install --frozen-lockfile',
  yarn: 'yarn install --immutable',
  bun: 'bun install --frozen-lockfile',
};

/** Runs what is installed, and never fetches a program of the same name. */
export const runner: Record<PackageManager, string> = {
  npm: 'npx --no',
  pnpm: 'pnpm exec',
  yarn: 'yarn run',
  bun: 'bun run',
};

/** What runs a tool, after dependencies are installed. */
export function commandsOf(
  { kind, folder, file, angular }: FoundTool,
  packageManager: PackageManager,
): string[] {
  const run = runner[packageManager];
  const path = folder ? file.slice(folder.length + 1) : file;
  if (kind === 'storybook') {
    const build = angular
      ? `ng run ${angular.project}:${angular.target} --output-dir storybook-static`
      : 'storybook build -o storybook-static';
    return [`${run} ${build}`, `${run} svc stories-a storybook-static`];
  }
  if (kind === 'ladle') return [`${run} ladle build`, `${run} svc stories-b build`];
  if (kind === 'vitest' || kind === 'story-tests') return [`${run} svc run -- ${run} vitest run`];
  if (kind === 'webdriverio') return [`${run} svc run -- ${run} wdio run ${path}`];
  if (kind === 'cypress') {
    const isFound = /^cypress\.config\.\w+$/.test(path);
    return [`${run} svc run -- ${run} cypress run${isFound ? '' : ` --config-file ${path}`}`];
  }
  const isFound = /^playwright\.config\.\w+$/.test(path);
  const tests = `${run} playwright test${isFound ? '' : ` -c ${path}`}`;
  return [`${run} svc run -- ${tests}`];
}

const usesPlaywright = ({ kind }: FoundTool) =>
  ['playwright', 'components', 'vitest', 'story-tests'].includes(kind);

/** Names of jobs: what a tool is, and where, if there are several of it. */
function jobNames(tools: readonly FoundTool[]): Map<FoundTool, string> {
  return new Map(
    tools.map((tool) => {
      const isOne = tools.filter(({ kind }) => kind === tool.kind).length === 1;
      const place = [tool.folder, variantOf(tool)]
        .filter(Boolean)
        .join('-')
        .replace(/[^A-Za-z0-9]+/g, '-');
      return [tool, isOne || place === '' ? tool.kind : `${tool.kind}-${place}`];
    }),
  );
}

const indent = (spaces: number, lines: readonly string[]) =>
  lines.map((line) => (line ? ' '.repeat(spaces) + line : line));

/** The workflow of a repository, or the lines that somebody has to add to that of another CI. */
export function workflowOf(repository: FoundRepository, apiUrl: string): Workflow | { lines: string[] } {
  if (repository.ci === null || repository.ci === 'github')
    return { file: '.github/workflows/visual.yml', text: githubWorkflow(repository, apiUrl) };
  if (repository.ci === 'gitlab')
    return { file: '.gitlab/visual.yml', text: gitlabWorkflow(repository, apiUrl) };
  return { lines: plainSteps(repository) };
}

function githubWorkflow({ tools, packageManager, defaultBranch }: FoundRepository, apiUrl: string): string {
  const names = jobNames(tools);
  const setUp = {
    npm: [],
    pnpm: ['- uses: pnpm/action-setup@v4'],
    yarn: ['- run: corepack enable'],
    bun: ['- uses: oven-sh/setup-bun@v2'],
  }[packageManager];
  const jobs = tools.flatMap((tool) => [
    `${names.get(tool)}:`,
    ...indent(2, [
      'runs-on: ubuntu-latest',
      ...(tool.folder
        ? ['defaults:', '  run:', `    working-directory: ${JSON.stringify(tool.folder)}`]
        : []),
      'steps:',
      ...indent(2, [
        '- uses: actions/checkout@v4',
        '  with:',
        '    fetch-depth: 0 # baselines follow the history',
        ...setUp,
        '- uses: actions/setup-node@v4',
        '  with:',
        '    node-version: 24',
        `- run: ${install[packageManager]}`,
        ...(tool.folder ? ['  working-directory: .'] : []),
        ...(usesPlaywright(tool) ? [`- run: ${runner[packageManager]} playwright install --with-deps`] : []),
        ...commandsOf(tool, packageManager).map((command) => `- run: ${command}`),
      ]),
    ]),
  ]);
  return `${[
    'name: Visual tests',
    'on:',
    '  push:',
    `    branches: [${JSON.stringify(defaultBranch)}]`,
    '  pull_request:',
    'permissions:',
    '  contents: read',
    '  id-token: write # the job proves which repository it is, so no key is stored',
    'env:',
    `  SVC_API_URL: ${apiUrl}`,
    'jobs:',
    ...indent(2, jobs),
  ].join('\n')}\n`;
}

function gitlabWorkflow(
  { tools, packageManager, playwrightVersion }: FoundRepository,
  apiUrl: string,
): string {
  const names = jobNames(tools);
  const jobs = tools.flatMap((tool) => {
    const needsBrowser = usesPlaywright(tool);
    const image =
      needsBrowser && playwrightVersion
        ? `mcr.microsoft.com/playwright:v${playwrightVersion}-noble`
        : 'node:24';
    return [
      `visual-${names.get(tool)}:`,
      ...indent(2, [
        `image: ${image}`,
        'id_tokens:',
        '  SVC_ID_TOKEN:',
        `    aud: ${apiUrl}`,
        'variables:',
        `  SVC_API_URL: ${apiUrl}`,
        '  GIT_DEPTH: "0" # baselines follow the history',
        'script:',
        ...indent(2, [
          ...(packageManager === 'npm' || packageManager === 'bun' ? [] : ['- corepack enable']),
          ...(packageManager === 'bun' ? ['- npm install --global bun'] : []),
          `- ${install[packageManager]}`,
          ...(tool.folder ? [`- cd ${JSON.stringify(tool.folder)}`] : []),
          ...(needsBrowser && !playwrightVersion
            ? [`- ${runner[packageManager]} playwright install --with-deps`]
            : []),
          ...commandsOf(tool, packageManager).map((command) => `- ${command}`),
        ]),
      ]),
      '',
    ];
  });
  return jobs.join('\n');
}

/** For the CIs whose files hold everything in one: the commands of a job. */
const plainSteps = ({ tools, packageManager }: FoundRepository): string[] =>
  tools.flatMap((tool) => [
    ...(tool.folder ? [`cd ${tool.folder}`] : []),
    ...commandsOf(tool, packageManager),
  ]);
