import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { git } from '../git.js';
import { type AngularTarget, findAngularTarget } from './findAngularTarget.js';

/** What of a repository can send snapshots. */
export interface FoundTool {
  kind:
    | 'playwright'
    | 'components'
    | 'vitest'
    | 'story-tests'
    | 'webdriverio'
    | 'cypress'
    | 'storybook'
    | 'ladle';
  /** Of its package, from the root of the repository; empty for the root itself. */
  folder: string;
  /** The configuration, from the root. */
  file: string;
  /** Of a Storybook that Angular's command line builds; `folder` is then that of its workspace. */
  angular?: AngularTarget;
}

/** What a configuration is called beside others in its folder, such as `mobile` of `playwright.mobile.config.ts`. */
export const variantOf = ({ file, angular }: FoundTool): string | undefined =>
  angular?.project ??
  /(?:^|\/)(?:playwright|playwright-ct|wdio|cypress)\.([\w-]+)\.conf(?:ig)?\.\w+$/.exec(file)?.[1];

export interface FoundRepository {
  root: string;
  tools: FoundTool[];
  packageManager: PackageManager;
  defaultBranch: string;
  ci: Ci | null;
  /** The version that `package.json` asks for, without what comes before the number. */
  playwrightVersion: string | undefined;
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';
export type Ci = 'github' | 'gitlab' | 'circleci' | 'azure' | 'bitbucket' | 'buildkite' | 'jenkins';

const configurations: readonly [RegExp, FoundTool['kind']][] = [
  [/^playwright-ct(\.[\w-]+)?\.config\.[cm]?[jt]s$/, 'components'],
  [/^playwright(\.[\w-]+)?\.config\.[cm]?[jt]s$/, 'playwright'],
  [/^(vitest|vite)\.config\.[cm]?[jt]s$/, 'vitest'],
  [/^wdio(\.[\w-]+)?\.conf\.[cm]?[jt]s$/, 'webdriverio'],
  [/^cypress(\.[\w-]+)?\.config\.[cm]?[jt]s$/, 'cypress'],
  [/^\.storybook\/main\.[cm]?[jt]sx?$/, 'storybook'],
  [/^\.ladle\/config\.[cm]?[jt]s$/, 'ladle'],
];

/** Packages of a workspace are not deeper. */
const deepest = 5;
/** Configurations in these are not the project's own. */
const passedOver =
  /^(node_modules|dist|build|out|coverage|vendor|tmp|__?fixtures?__?|__tests__|test-fixtures|templates?)$/;

/** Looks for tools in the folder and those below it; an empty `folder` below means the whole repository. */
export async function findTools(cwd: string): Promise<FoundRepository> {
  const root = (await git(cwd, 'rev-parse', '--show-toplevel')) ?? cwd;
  const tools: FoundTool[] = [];
  for (const { kind, path } of await toolsBelow(cwd, 0))
    tools.push({ kind, folder: shown(root, await packageOf(root, path)), file: shown(root, path) });
  const hasStoryTests = (folder: string) =>
    tools.some((tool) => tool.kind === 'story-tests' && tool.folder === folder);
  // Stories that are tested are snapshots of their tests.
  const used = await Promise.all(
    tools
      .filter(({ kind, folder }) => kind !== 'storybook' || !hasStoryTests(folder))
      .map((tool) => placeInWorkspace(root, tool)),
  );
  used.sort((a, b) => (a.file < b.file ? -1 : 1));
  const names = new Set(await readdir(root));
  return {
    root,
    tools: used,
    packageManager: packageManagerOf(names),
    defaultBranch: await defaultBranchOf(root),
    ci: ciOf(names),
    playwrightVersion: await playwrightVersionOf([
      root,
      cwd,
      ...used.map(({ folder }) => join(root, folder)),
    ]),
  };
}

async function placeInWorkspace(root: string, tool: FoundTool): Promise<FoundTool> {
  if (tool.kind !== 'storybook') return tool;
  const angular = await findAngularTarget(dirname(join(root, tool.file)), root);
  return angular ? { ...tool, folder: shown(root, angular.workspace), angular } : tool;
}

/** The folder of the package that a file is part of. */
async function packageOf(root: string, path: string): Promise<string> {
  for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder)) {
    if (folder === root || (await readdir(folder)).includes('package.json')) return folder;
  }
  return root;
}

const shown = (root: string, path: string) => relative(root, path).replaceAll('\\', '/');

async function toolsBelow(
  folder: string,
  depth: number,
): Promise<{ kind: FoundTool['kind']; path: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: { kind: FoundTool['kind']; path: string }[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) {
      const named = configurations.find(([name]) => name.test(entry.name))?.[1];
      const kind = named && (await kindOf(named, path));
      if (kind) found.push({ kind, path });
    } else if (!entry.isDirectory() || passedOver.test(entry.name)) continue;
    else if (/^\.(storybook|ladle)$/.test(entry.name)) {
      for (const name of await readdir(path)) {
        const kind = configurations.find(([pattern]) => pattern.test(`${entry.name}/${name}`))?.[1];
        if (kind) found.push({ kind, path: join(path, name) });
      }
    } else if (!entry.name.startsWith('.') && depth < deepest)
      found.push(...(await toolsBelow(path, depth + 1)));
  }
  return found;
}

/**
 * What a configuration is of; null for one that is not used: Vitest without browser mode takes no screenshots, and a file that
 * exports no configuration is part of others.
 */
async function kindOf(kind: FoundTool['kind'], path: string): Promise<FoundTool['kind'] | null> {
  const text = await readFile(path, 'utf8');
  // Storybook's add-on may set up browser mode itself.
  if (kind === 'vitest' && /\bstorybookTest\s*\(/.test(text)) return 'story-tests';
  return isUsed(kind, text) ? kind : null;
}

function isUsed(kind: FoundTool['kind'], text: string): boolean {
  if (kind === 'vitest') return /\bbrowser\s*:\s*\{/.test(text);
  if (kind === 'webdriverio') return /\bcapabilities\s*:/.test(text);
  return /\bexport\s+default\b|\bas\s+default\b|\bmodule\.exports\b|\bexport\s*=/.test(text);
}

function packageManagerOf(names: ReadonlySet<string>): PackageManager {
  if (names.has('pnpm-lock.yaml')) return 'pnpm';
  if (names.has('yarn.lock')) return 'yarn';
  if (names.has('bun.lock') || names.has('bun.lockb')) return 'bun';
  return 'npm';
}

function ciOf(names: ReadonlySet<string>): Ci | null {
  const marks: readonly [string, Ci][] = [
    ['.github', 'github'],
    ['.gitlab-ci.yml', 'gitlab'],
    ['.circleci', 'circleci'],
    ['azure-pipelines.yml', 'azure'],
    ['bitbucket-pipelines.yml', 'bitbucket'],
    ['.buildkite', 'buildkite'],
    ['Jenkinsfile', 'jenkins'],
  ];
  return marks.find(([name]) => names.has(name))?.[1] ?? null;
}

async function defaultBranchOf(root: string): Promise<string> {
  const remote = await git(root, 'symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  return remote?.replace(/^origin\//, '') || 'main';
}

async function playwrightVersionOf(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of new Set(folders)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
    const version =
      /"(?:@playwright\/(?:test|experimental-ct-\w+)|playwright)"\s*:\s*"[~^>=]*(\d+\.\d+\.\d+)"/.exec(
        text,
      )?.[1];
    if (version) return version;
  }
  return undefined;
}
