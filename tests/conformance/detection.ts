import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ladleStories } from '../../apps/server/src/capture/discover/ladleStories.js';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import { detectBaselineRef, detectBranch, detectCommit } from '../../packages/sdk/src/detect.js';
import type { StoryParameters } from '../../packages/sdk/src/types.js';
import type { Row, Section } from './Row.js';
import type { Project } from './world.js';

/** Sources in their order: each one counts where those before it are gone. */
function order(
  what: string,
  sources: [name: string, value: string, found: string][],
  detect: (env: Record<string, string>) => Promise<string | null> | string | null,
): Row[] {
  return sources.map(([name, , found], index) => ({
    cells: [what, String(index + 1), `\`${name}\``],
    check: async () => {
      const env = Object.fromEntries(sources.slice(index).map(([key, value]) => [key, value]));
      expect(await detect(env)).toBe(found);
    },
  }));
}

const payload = ({ folder }: Project): string => {
  const path = join(folder, 'event.json');
  writeFileSync(path, JSON.stringify({ pull_request: { head: { sha: 'head of the pull request' } } }));
  return path;
};

/** A repository on the branch `topic`; answers its commit. */
function makeRepository({ folder }: Project): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch', 'topic');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  return git('rev-parse', 'HEAD');
}

export const detection: Section = {
  title: 'Detection of branch, commit and baseline',
  text:
    '`SVC_BRANCH` and `SVC_COMMIT` come before all of these, variables of other CIs and git after them; `GITHUB_*` stands for ' +
    '`GITHOST_*`. The command line takes the same orders where `--branch` and `--commit` are not given.',
  columns: ['of', 'place', 'source'],
  rows: [
    { cells: ['branch', '0', 'argument'], check: async () => expect(await detectBranch('x')).toBe('x') },
    ...order(
      'branch',
      [
        ['GITHOST_HEAD_REF', 'head', 'head'],
        ['GITHOST_REF', 'refs/heads/ref', 'ref'],
        ['CI_COMMIT_REF_NAME', 'name', 'name'],
      ],
      (env) => detectBranch(undefined, { env }),
    ),
    {
      cells: ['branch', '4', '`git rev-parse --abbrev-ref HEAD`'],
      check: async (project) => {
        makeRepository(project);
        expect(await detectBranch(undefined, { env: {}, cwd: project.folder })).toBe('topic');
      },
    },
    { cells: ['commit', '0', 'argument'], check: async () => expect(await detectCommit('x')).toBe('x') },
    {
      cells: ['commit', '1', 'the head of the pull request in the event payload of the code host'],
      check: async (project) => {
        const env = { GITHOST_EVENT_PATH: payload(project), GITHOST_SHA: 'merge' };
        expect(await detectCommit(undefined, { env })).toBe('head of the pull request');
      },
    },
    ...order(
      'commit',
      [
        ['GITHOST_SHA', 'sha', 'sha'],
        ['CI_COMMIT_SHA', 'ci', 'ci'],
      ],
      (env) => detectCommit(undefined, { env }),
    ).map((row, index) => ({ ...row, cells: ['commit', String(index + 2), row.cells[2] ?? ''] })),
    {
      cells: ['commit', '4', '`git rev-parse HEAD`'],
      check: async (project) => {
        const commit = makeRepository(project);
        expect(await detectCommit(undefined, { env: {}, cwd: project.folder })).toBe(commit);
      },
    },
    ...order(
      'baseline',
      [
        ['GITHOST_BASE_REF', 'base', 'base'],
        ['SVC_BASELINE_REF', 'ref', 'ref'],
      ],
      (env) => detectBaselineRef({ env }),
    ),
    {
      cells: ['baseline', '3', 'null'],
      check: () => expect(detectBaselineRef({ env: {} })).toBeNull(),
    },
  ],
};

const targetsOf = (parameters: StoryParameters) =>
  explodeStories(
    [{ id: 'a--one', name: 'One', title: 'A', url: 'http://site/?id=a--one', tags: ['dev'], parameters }],
    'stories-a',
  ).map(({ target }) => target);
const namesOf = (parameters: StoryParameters) => targetsOf(parameters).map(({ name }) => name);
const rule = (given: string, result: string, check: () => void): Row => ({ cells: [given, result], check });
const copied: StoryParameters = {
  delay: 7,
  selector: '.a',
  cropToViewport: true,
  ignoreSelectors: ['.b'],
};

/** `meta.svc` of a `stories-b` story, as `meta.json` has it. */
const metaField = (field: string, type: string, value: unknown): Row =>
  rule(`\`meta.svc.${field}\` in \`meta.json\``, `parameter \`${field}\`: ${type}`, () => {
    const story = { name: 'One', levels: ['A'], meta: { svc: { [field]: value } } };
    const [entry] = ladleStories(JSON.stringify({ stories: { 'a--one': story } }), 'http://site/');
    expect(entry?.parameters).toEqual({ [field]: value });
  });

export const stories: Section = {
  title: 'From stories to targets',
  columns: ['parameters of a story', 'targets'],
  rows: [
    rule('`disable: true`', 'none', () => expect(namesOf({ disable: true })).toEqual([])),
    rule('`modes`', 'one for each, named `…[<mode>]`', () =>
      expect(namesOf({ modes: { dark: {}, light: {} }, viewports: [320] })).toEqual([
        'A/One[dark]',
        'A/One[light]',
      ]),
    ),
    rule('`viewports` without `modes`', 'one for each width, named `…__<width>`', () =>
      expect(namesOf({ viewports: [320, 640] })).toEqual(['A/One__320', 'A/One__640']),
    ),
    rule('`delay`, `selector`, `cropToViewport`, `ignoreSelectors`', 'copied to every target', () =>
      expect(targetsOf({ ...copied, modes: { a: {}, b: {} } })).toEqual([
        expect.objectContaining(copied),
        expect.objectContaining(copied),
      ]),
    ),
    rule('any', 'metadata has `framework` (`stories-a`), `storyId` and `tags`', () =>
      expect(targetsOf({})[0]?.metadata).toEqual({
        framework: 'stories-a',
        storyId: 'a--one',
        tags: ['dev'],
      }),
    ),
    metaField('delay', 'milliseconds', 7),
    metaField('selector', 'only this element', '.a'),
    metaField('cropToViewport', 'no more than the viewport', true),
    metaField('ignoreSelectors', 'elements that are hidden', ['.b']),
    metaField('disable', 'the story is left out', true),
  ],
};
