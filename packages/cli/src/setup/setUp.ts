import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import { version } from '../version.js';
import {
  type FoundRepository,
  type FoundTool,
  findTools,
  type PackageManager,
  variantOf,
} from './findTools.js';
import { commandsOf, runner, workflowOf } from './workflow.js';
import { wrapPlaywrightConfig } from './wrapPlaywrightConfig.js';

export interface SetUpFlags {
  apiUrl: string;
  suite?: string;
  dryRun?: true;
}

/** What becomes of a file of the repository. */
interface Step {
  file: string;
  /** Null for a file that stays as it is. */
  text: string | null;
  what: string;
  /** Lines that somebody has to write. */
  toDo?: readonly string[];
}

/**
 * Writes what a repository needs to send its snapshots, and says what is left to do.
 * @throws CliError where there is no tool that sends snapshots
 */
export async function setUp(flags: SetUpFlags, context: Context): Promise<ExitCode> {
  const repository = await findTools(context.cwd);
  if (repository.tools.length === 0) {
    throw new CliError(
      'NOTHING_FOUND',
      'no configuration of Playwright, Vitest (browser mode), WebdriverIO, Cypress, Storybook or Ladle in this folder or below it. ' +
        'Tests of another kind: `svc run -- <command>` with the SDK; images: `svc upload <directory>`',
    );
  }
  const steps: Step[] = [];
  for (const tool of repository.tools) steps.push(await configure(tool, repository, flags));
  steps.push(...(await workflowStep(repository, flags)));
  for (const { file, text } of steps) {
    if (text === null || flags.dryRun) continue;
    await mkdir(dirname(join(repository.root, file)), { recursive: true });
    await writeFile(join(repository.root, file), text);
  }
  context.stdout.write(describe(steps, repository, flags));
  return exitCodes.success;
}

const suiteOf = (tool: FoundTool, { suite }: SetUpFlags): string => {
  const { kind, folder } = tool;
  const place = variantOf(tool) ?? (folder.split('/').at(-1) || undefined);
  if (kind !== 'components') return suite ?? place ?? 'e2e';
  return [suite ?? place, 'components'].filter(Boolean).join(' ');
};

/** What somebody has to write into the configuration, where this is not done for them. */
const linesFor: Partial<Record<FoundTool['kind'], (suite: string) => string[]>> = {
  vitest: (suite) => [
    `import { svcVitest } from '@svc/vitest';`,
    `plugins: [svcVitest({ suite: '${suite}' })],`,
  ],
  'story-tests': (suite) => [
    `import { svcStorybook } from '@svc/storybook/vitest';`,
    `beside storybookTest(), with its configDir: plugins: [svcStorybook({ suite: '${suite}' })],`,
  ],
  webdriverio: (suite) => [`services: [['@svc/webdriverio', { suite: '${suite}' }]],`],
  cypress: (suite) => [
    `import { svcCypress } from '@svc/cypress';`,
    `e2e: { setupNodeEvents: (on, config) => svcCypress(on, config, { suite: '${suite}' }) },`,
    `and to cypress/support/e2e.ts: import '@svc/cypress/support';`,
  ],
};

const pluginOf = (kind: FoundTool['kind']): string => (kind === 'story-tests' ? 'storybook' : kind);

async function configure(tool: FoundTool, { root }: FoundRepository, flags: SetUpFlags): Promise<Step> {
  const { kind, file } = tool;
  if (kind === 'ladle') return { file, text: null, what: 'found; its stories need no settings' };
  const source = await readFile(join(root, file), 'utf8');
  if (kind === 'storybook') return storybookStep(file, source, flags);
  const suite = suiteOf(tool, flags);
  const toAdd = linesFor[kind]?.(suite);
  if (toAdd) {
    const plugin = `@svc/${pluginOf(kind)}`;
    if (source.includes(plugin)) return { file, text: null, what: `has ${plugin}` };
    return { file, text: null, what: 'left as it is; add to it:', toDo: toAdd };
  }
  const wrapped = wrapPlaywrightConfig(source, suite);
  if (wrapped.kind === 'kept') return { file, text: null, what: 'has withSvc()' };
  if (wrapped.kind === 'wrapped')
    return { file, text: wrapped.text, what: `withSvc(…, { suite: '${suite}' })` };
  const toDo = [
    `import { withSvc } from '@svc/playwright';`,
    `export default withSvc(<what it exports now>, { suite: '${suite}' });`,
  ];
  return { file, text: null, what: 'left as it is, since its export cannot be read; change it to:', toDo };
}

/** Stories need no settings; the addon is an offer, since older Storybooks cannot have it. */
function storybookStep(file: string, source: string, { apiUrl }: SetUpFlags): Step {
  if (source.includes('@svc/storybook-addon')) return { file, text: null, what: 'has @svc/storybook-addon' };
  return {
    file,
    text: null,
    what: `found; its stories need no settings. To see results in Storybook 9 or 10, install the addon of ${installPage(apiUrl)} and add it:`,
    toDo: [`addons: [{ name: '@svc/storybook-addon', options: { suite: 'default' } }],`],
  };
}

const installPage = (apiUrl: string) => `${apiUrl.replace(/\/$/, '')}/install`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function workflowStep(repository: FoundRepository, { apiUrl }: SetUpFlags): Promise<Step[]> {
  const workflow = workflowOf(repository, apiUrl);
  if ('lines' in workflow) {
    const { ci } = repository;
    const what = 'add to a job that has the whole history, with SVC_API_URL and SVC_API_KEY set:';
    return [{ file: `configuration of ${ci}`, text: null, what, toDo: workflow.lines }];
  }
  const { file, text } = workflow;
  if (await exists(join(repository.root, file))) return [{ file, text: null, what: 'exists' }];
  const written: Step = { file, text, what: `runs ${repository.tools.map(({ kind }) => kind).join(', ')}` };
  if (repository.ci !== 'gitlab') return [written];
  const main = await readFile(join(repository.root, '.gitlab-ci.yml'), 'utf8');
  if (main.includes(file)) return [written];
  const toDo = ['include:', `  - local: ${file}`];
  return [written, { file: '.gitlab-ci.yml', text: null, what: 'left as it is; add to it:', toDo }];
}

function describe(steps: readonly Step[], repository: FoundRepository, flags: SetUpFlags): string {
  const { dryRun, apiUrl } = flags;
  const verb = ({ text }: Step) => (text === null ? 'as is' : dryRun ? 'would write' : 'wrote');
  const width = Math.max(...steps.map((step) => verb(step).length));
  const lines = steps.flatMap((step) => [
    `${verb(step).padEnd(width)}  ${step.file}: ${step.what}`,
    ...(step.toDo ?? []).map((line) => `${' '.repeat(width + 4)}${line}`),
  ]);
  if (dryRun) {
    for (const { file, text } of steps)
      if (text !== null) lines.push('', `--- ${file}`, ...text.trimEnd().split('\n'));
    lines.push('', 'Nothing was written.');
  } else {
    lines.push('', 'Next:', ...nextCommands(repository, apiUrl).map((line) => `  ${line}`));
    if (/\/\/(localhost|127\.)/.test(apiUrl))
      lines.push('', `CI cannot reach ${apiUrl}: put the public address of the service into the workflow.`);
  }
  return `${lines.join('\n')}\n`;
}

/** `svc import` runs Playwright without arguments, unless it is told otherwise. */
function importArguments(tool: FoundTool, packageManager: PackageManager): string {
  const command = commandsOf(tool, packageManager)
    .join()
    .replace(/^.*? -- /, '');
  return packageManager === 'npm' && !command.includes(' -c ') ? '' : ` -- ${command}`;
}

const add: Record<PackageManager, string> = {
  npm: 'npm install --save-dev',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
  bun: 'bun add --dev',
};

function nextCommands({ tools, packageManager }: FoundRepository, apiUrl: string): string[] {
  const has = (...kinds: readonly FoundTool['kind'][]) => tools.find(({ kind }) => kinds.includes(kind));
  const packages = [
    'cli',
    ...(has('playwright', 'components') ? ['playwright'] : []),
    ...(has('vitest') ? ['vitest'] : []),
    ...(has('story-tests') ? ['storybook'] : []),
    ...(has('webdriverio') ? ['webdriverio'] : []),
    ...(has('cypress') ? ['cypress'] : []),
  ].map((name) => {
    const url = `${installPage(apiUrl)}/${name}-${version}.tgz`;
    return packageManager === 'yarn' ? `@svc/${name}@${url}` : url;
  });
  const tests = has('playwright', 'components');
  const [first] = tools;
  const run = `${runner[packageManager]} svc`;
  return [
    `${add[packageManager]} ${packages.join(' ')}`,
    `export SVC_API_URL=${apiUrl} && ${run} login`,
    ...(tests?.folder ? [`cd ${tests.folder}`] : []),
    ...(tests
      ? [
          `${run} import playwright${importArguments(tests, packageManager)}   # once: the committed images become baselines`,
          ...commandsOf(tests, packageManager).map((line) => line.replace('svc run', 'svc local')),
        ]
      : commandsOf(first as FoundTool, packageManager)),
  ];
}
