import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { insertLoginToken } from '../../apps/server/src/store/accounts/loginTokens.js';
import { insertPerson } from '../../apps/server/src/store/accounts/people.js';
import { saveMember } from '../../apps/server/src/store/organisations/organisations.js';
import { image } from '../../apps/server/testing/image.js';
import { saveLogin } from '../../packages/cli/src/access/storedLogins.js';
import { outputProblems } from '../../packages/cli/testing/outputSchema.js';
import type { Row, Section } from './Row.js';
import type { Project } from './world.js';

const fact = (what: string, value: string, check: Row['check']): Row => ({ cells: [what, value], check });

/** Writes images into `shots`; each is a red between 0 and 255. */
function writeShots({ folder }: Project, shots: Record<string, number>): void {
  mkdirSync(join(folder, 'shots'), { recursive: true });
  for (const [name, red] of Object.entries(shots)) {
    writeFileSync(join(folder, 'shots', `${name}.png`), image(red));
  }
}

async function makeBaseline(project: Project): Promise<void> {
  writeShots(project, { one: 10, two: 10 });
  const { code, stderr } = await project.svc(['upload', 'shots', '--auto-baseline']);
  if (code !== 0) throw new Error(stderr);
}

/** Makes a capture of commit `c2` in which `one` has changed. */
async function makeChange(project: Project): Promise<Record<string, string>> {
  await makeBaseline(project);
  writeShots(project, { one: 200 });
  const env = { SVC_COMMIT: 'c2' };
  const { code, stderr } = await project.svc(['upload', 'shots'], env);
  if (code !== 1) throw new Error(stderr);
  return env;
}

/** The SVC_ variables that `svc run` or `svc local` gives its command. */
async function variablesIn(project: Project, args: string[], env: Record<string, string> = {}) {
  const file = join(project.folder, 'variables.json');
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`;
  const { code } = await project.svc([...args, '--allow-empty', '--', process.execPath, '-e', script], env);
  expect(code).toBe(0);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** Signs a reviewer in, as `svc login` does; the environment without a key. */
async function logIn({ service, url, slug, folder }: Project): Promise<Record<string, string>> {
  const { database } = service.resources;
  const [org = ''] = slug.split('/');
  const person = await insertPerson(database, { name: 'Ada', email: null, password: null });
  if (!person) throw new Error('no person');
  await saveMember(database, { org, userId: person.id, role: 'reviewer' });
  const token = await insertLoginToken(database, { userId: person.id, name: 'test', days: 1 });
  const env = { SVC_API_KEY: '', HOME: folder, XDG_CONFIG_HOME: join(folder, 'settings') };
  await saveLogin(env, { server: url, name: 'Ada', token, expiresAt: '2100-01-01T00:00:00Z' });
  return env;
}

const newest = async ({ service, apiKey }: Project) => {
  const { body } = await service.ask<{ captures: Record<string, unknown>[] }>(
    'GET',
    '/api/v1/captures?limit=1',
    undefined,
    apiKey,
  );
  return body.captures[0];
};

export const environment: Section = {
  title: 'Environment of the command line',
  columns: ['variable', 'meaning'],
  rows: [
    fact('`SVC_API_KEY`', 'the key; `--api-key` comes before it', async (project) => {
      await makeBaseline(project);
      const { code } = await project.svc(['diff'], { SVC_API_KEY: 'svc_wrong' });
      expect(code).toBe(2);
      const flag = await project.svc(['diff', '--api-key', project.apiKey], { SVC_API_KEY: 'svc_wrong' });
      expect(flag.code).toBe(0);
    }),
    fact('`SVC_API_URL`', 'base address of the service; `--api-url` comes before it', async (project) => {
      await makeBaseline(project);
      const nowhere = { SVC_API_URL: 'file:///nowhere' };
      expect((await project.svc(['diff'], nowhere)).stderr).toContain('file:///nowhere');
      expect((await project.svc(['diff', '--api-url', project.url], nowhere)).code).toBe(0);
    }),
    fact('`SVC_PROJECT`', '`<org>/<project>`, for credentials that see more than one', async (project) => {
      await makeBaseline(project);
      expect((await project.svc(['diff'], { SVC_PROJECT: project.slug })).code).toBe(0);
      expect((await project.svc(['diff'], { SVC_PROJECT: 'acme/another' })).code).toBe(2);
    }),
    fact(
      '`SVC_PROJECT`',
      'project of the login of `svc login`, which counts where no key is',
      async (project) => {
        await makeBaseline(project);
        const login = await logIn(project);
        expect((await project.svc(['diff'], login)).stderr).toContain('svc project set');
        expect((await project.svc(['diff'], { ...login, SVC_PROJECT: project.slug })).code).toBe(0);
        expect((await project.svc(['diff'], { ...login, SVC_API_KEY: 'svc_wrong' })).code).toBe(2);
      },
    ),
    fact(
      '`SVC_PROJECT`',
      'comes before the project that the git repository is linked to',
      async (project) => {
        await makeBaseline(project);
        const login = await logIn(project);
        execFileSync('git', ['init', '-q', project.folder]);
        expect((await project.svc(['project', 'set', project.slug], login)).code).toBe(0);
        expect((await project.svc(['diff'], login)).code).toBe(0);
        expect((await project.svc(['diff'], { ...login, SVC_PROJECT: 'acme/another' })).code).toBe(2);
      },
    ),
    fact('`SVC_LOCAL`', '`true` for local mode, otherwise not', async (project) => {
      writeShots(project, { one: 1 });
      await project.svc(['upload', 'shots'], { SVC_LOCAL: 'true' });
      expect(await newest(project)).toMatchObject({ isLocal: true });
      await project.svc(['upload', 'shots'], { SVC_LOCAL: '1' });
      expect(await newest(project)).toMatchObject({ isLocal: false });
    }),
    fact('`SVC_BRANCH`, `SVC_COMMIT`', 'come before what CI and git say', async (project) => {
      writeShots(project, { one: 1 });
      const env = { SVC_BRANCH: 'b', SVC_COMMIT: 'c7', GITHOST_HEAD_REF: 'x', GITHOST_SHA: 'y' };
      await project.svc(['upload', 'shots'], env);
      expect(await newest(project)).toMatchObject({ branch: 'b', commit: 'c7' });
    }),
    fact('`SVC_BASELINE_REF`', 'branch to compare with', async (project) => {
      await makeBaseline(project);
      const env = { SVC_BRANCH: 'topic', SVC_BASELINE_REF: 'main' };
      await project.svc(['upload', 'shots'], env);
      const { stdout } = await project.svc(['diff', '--output', 'json'], env);
      const { baselineRef } = await project.client.getDiff(JSON.parse(stdout).diffId);
      expect(baselineRef).toBe('main');
    }),
    ...(['run', 'local'] as const).map((name) =>
      fact(
        `\`SVC_SESSION_ID\`, set by \`${name}\``,
        'the session of what the command uploads',
        async (project) => {
          const { SVC_SESSION_ID } = await variablesIn(project, [name]);
          expect(SVC_SESSION_ID).toMatch(/^ses_/);
        },
      ),
    ),
    fact('`SVC_API_KEY`, `SVC_API_URL`, set by `run`', 'those of the flags', async (project) => {
      const { apiKey, url } = project;
      const nothing = { SVC_API_KEY: '', SVC_API_URL: '' };
      const given = await variablesIn(project, ['run', '--api-key', apiKey, '--api-url', url], nothing);
      expect(given).toMatchObject({ SVC_API_KEY: apiKey, SVC_API_URL: url });
    }),
    ...(['run', 'local'] as const).map((name) =>
      fact(
        `\`SVC_AUTO_APPROVE\`, set by \`${name} --auto-approve\``,
        '`true`, else unset',
        async (project) => {
          expect((await variablesIn(project, [name, '--auto-approve'])).SVC_AUTO_APPROVE).toBe('true');
          expect((await variablesIn(project, [name])).SVC_AUTO_APPROVE).toBeUndefined();
        },
      ),
    ),
    fact('`SVC_BASELINE_REF`, set by `local --ref`', 'the branch', async (project) => {
      expect((await variablesIn(project, ['local', '--ref', 'release'])).SVC_BASELINE_REF).toBe('release');
    }),
    fact('`SVC_LOCAL`, set by `local`', '`true`', async (project) => {
      expect((await variablesIn(project, ['local'])).SVC_LOCAL).toBe('true');
    }),
  ],
};

/** Runs `svc diff` on the change and answers its code. */
const diff =
  (...args: string[]) =>
  async (project: Project) => {
    const env = await makeChange(project);
    return (await project.svc(['diff', ...args], env)).code;
  };

const code = (
  line: string,
  when: string,
  expected: number,
  run: (project: Project) => Promise<number>,
): Row => ({
  cells: [`\`${line}\``, when, String(expected)],
  check: async (project) => expect(await run(project)).toBe(expected),
});
const exitOf = async (project: Project, args: string[]) => (await project.svc(args)).code;
const ending = (exitCode: number) => ['--', process.execPath, '-e', `process.exitCode = ${exitCode}`];

export const exitCodes: Section = {
  title: 'Exit codes',
  columns: ['command', 'when', 'code'],
  rows: [
    code('svc diff', 'no changes', 0, async (project) => {
      await makeBaseline(project);
      return exitOf(project, ['diff']);
    }),
    code('svc diff', 'changes', 1, diff()),
    code('svc diff', 'an error: there is no capture', 2, (project) => exitOf(project, ['diff'])),
    code('svc diff', 'wrong use', 2, (project) => exitOf(project, ['diff', '--threshold', '2'])),
    code('svc diff --auto-approve', 'changes, which are then approved', 0, diff('--auto-approve')),
    code('svc diff --manifest', 'changes, none of them named', 0, diff('--manifest', 'two')),
    code('svc diff --manifest', 'a name that nobody knows', 2, diff('--manifest', 'one,Typo')),
    code('svc diff --threshold 1', 'changes, all below the threshold', 0, diff('--threshold', '1')),
    code('svc diff --exit-zero-on-changes', 'changes', 0, diff('--exit-zero-on-changes')),
    code('svc run', 'the command ended with 7', 7, (project) => exitOf(project, ['run', ...ending(7)])),
    code('svc run', 'the command ended with 0, and no snapshot arrived', 2, (project) =>
      exitOf(project, ['run', ...ending(0)]),
    ),
    code('svc run --allow-empty', 'the command ended with 0, and no snapshot arrived', 0, (project) =>
      exitOf(project, ['run', '--allow-empty', ...ending(0)]),
    ),
    code('svc run', 'there is no command', 2, (project) => exitOf(project, ['run'])),
    code('svc local', 'the command ended with 7', 7, (project) => exitOf(project, ['local', ...ending(7)])),
    code('svc approve', 'neither `--snapshot` nor `--all`', 2, (project) =>
      exitOf(project, ['approve', 'dif_1']),
    ),
  ],
};

async function makeBuild({ folder }: Project, index: string): Promise<void> {
  mkdirSync(join(folder, 'build'), { recursive: true });
  for (const file of [index, 'index.html', 'iframe.html']) writeFileSync(join(folder, 'build', file), '{}');
}

/** A build of two files with a story each, which is not under version control. */
async function makeTracedBuild(project: Project): Promise<void> {
  await makeBuild(project, 'index.json');
  const write = (name: string, content: unknown) =>
    writeFileSync(join(project.folder, name), JSON.stringify(content));
  const names = ['one', 'two'];
  for (const name of names) write(`${name}.ts`, name);
  writeFileSync(join(project.folder, '.gitignore'), 'build\n');
  const entries = names.map((name) => [`a--${name}`, { type: 'story', importPath: `./${name}.ts` }]);
  write('build/index.json', { entries: Object.fromEntries(entries) });
  write('build/preview-stats.json', {
    modules: names.map((name) => ({ name: `./${name}.ts`, reasons: [] })),
  });
}

/** Commits everything; answers with the commit. */
function commit({ folder }: Project): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'a change');
  return git('rev-parse', 'HEAD');
}

const namesOf = async ({ client }: Project, stdout: string) => {
  const { snapshots } = await client.getCapture(JSON.parse(stdout).captureId);
  return snapshots.map(({ name }) => name).sort();
};

export const behavior: Section = {
  title: 'What commands do',
  columns: ['command', 'does'],
  rows: [
    ...(['stories-a', 'stories-b'] as const).map((tool) =>
      fact(
        `\`svc ${tool}\``,
        'archives, uploads, discovers, filters and captures the stories',
        async (project) => {
          await makeBuild(project, tool === 'stories-a' ? 'index.json' : 'meta.json');
          const all = await project.svc([tool, 'build', '--output', 'json']);
          expect(await namesOf(project, all.stdout)).toEqual(['A/One', 'A/Two']);
          const some = await project.svc([tool, 'build', '--output', 'json', '--filter', 'A/T*']);
          expect(await namesOf(project, some.stdout)).toEqual(['A/Two']);
        },
      ),
    ),
    fact(
      '`svc stories-a --only-changed`',
      'skips stories that no change of code affects',
      async (project) => {
        await makeTracedBuild(project);
        const first = commit(project);
        await project.svc(['stories-a', 'build'], { SVC_COMMIT: first });
        writeFileSync(join(project.folder, 'two.ts'), 'other');
        const args = ['stories-a', 'build', '--only-changed', '--output', 'json'];
        const { stdout } = await project.svc(args, { SVC_COMMIT: commit(project) });
        expect(await namesOf(project, stdout)).toEqual(['A/Two']);
      },
    ),
    fact(
      '`svc capture`',
      'captures the targets of a JSON array of `name`, `url`, `viewport`',
      async (project) => {
        const target = { name: 'Home', url: 'https://example.com/', viewport: { width: 320, height: 200 } };
        writeFileSync(join(project.folder, 'targets.json'), JSON.stringify([target]));
        const { stdout } = await project.svc(['capture', 'targets.json', '--output', 'json']);
        expect(await namesOf(project, stdout)).toEqual(['Home']);
      },
    ),
    fact('`svc upload`', 'names snapshots by their files, without `.png`', async (project) => {
      writeShots(project, { one: 1, two: 2 });
      await project.svc(['upload', 'shots']);
      const { snapshots } = await project.client.getCapture(String((await newest(project))?.id));
      expect(snapshots.map(({ name }) => name).sort()).toEqual(['one', 'two']);
    }),
    fact(
      '`--auto-baseline`',
      'sets baselines from what is captured, and compares nothing',
      async (project) => {
        await makeBaseline(project);
        expect(await project.client.getBaselineRefs('default')).toEqual(['main']);
        const { body } = await project.service.ask('GET', '/api/v1/diffs', undefined, project.apiKey);
        expect(body).toMatchObject({ diffs: [] });
      },
    ),
    fact('`--ephemeral`', 'keeps neither branch nor commit', async (project) => {
      writeShots(project, { one: 1 });
      await project.svc(['upload', 'shots', '--ephemeral']);
      expect(await newest(project)).toMatchObject({ ephemeral: true, branch: null, commit: null });
    }),
    fact('`svc diff --base-capture`', 'compares two captures', async (project) => {
      await makeBaseline(project);
      const base = String((await newest(project))?.id);
      writeShots(project, { one: 200 });
      await project.svc(['upload', 'shots', '--auto-baseline'], { SVC_COMMIT: 'c2' });
      const env = { SVC_COMMIT: 'c2' };
      expect((await project.svc(['diff'], env)).code).toBe(0);
      const { code, stdout } = await project.svc(['diff', '--base-capture', base, '--output', 'json'], env);
      expect([code, JSON.parse(stdout).changed]).toEqual([1, ['one']]);
    }),
    fact('`svc diff --target-ref`', 'approvals promote to these branches', async (project) => {
      const env = await makeChange(project);
      await project.svc(['diff', '--auto-approve', '--target-ref', 'x', '--target-ref', 'y'], env);
      expect((await project.client.getBaselineRefs('default')).sort()).toEqual(['main', 'x', 'y']);
    }),
    fact(
      '`svc approve`, `svc reject`, `svc revoke`',
      'decide on the named snapshots, or all',
      async (project) => {
        const env = await makeChange(project);
        const { stdout } = await project.svc(['diff', '--output', 'json'], env);
        const { diffId } = JSON.parse(stdout);
        const decide = async (...args: string[]) => (await project.svc(args)).stdout;
        expect(await decide('reject', diffId, '--snapshot', 'one')).toMatch(/^Rejected 1 of 1\n/);
        expect((await project.svc(['diff'], env)).code).toBe(1);
        expect(await decide('approve', diffId, '--snapshot', 'one')).toMatch(/^Approved 1 of 1\n/);
        expect((await project.svc(['diff'], env)).code).toBe(0);
        expect(await decide('revoke', diffId, '--all')).toMatch(/^Revoked 1\n/);
        expect((await project.svc(['diff'], env)).code).toBe(1);
      },
    ),
    fact('`svc rediff`', 're-evaluates a diff against the current baselines', async (project) => {
      const env = await makeChange(project);
      const { stdout } = await project.svc(['diff', '--output', 'json'], env);
      const { diffId } = JSON.parse(stdout);
      expect((await project.svc(['rediff', diffId])).code).toBe(1);
      await project.svc(['upload', 'shots', '--auto-baseline'], env);
      expect((await project.svc(['rediff', diffId])).code).toBe(0);
    }),
    fact('`svc explain`', 'says how a result came about', async (project) => {
      const env = await makeChange(project);
      const { stdout } = await project.svc(['diff', '--output', 'json'], env);
      const told = await project.svc(['explain', JSON.parse(stdout).diffId, 'one']);
      expect(told.stdout).toMatch(
        /^one: changed, .* pending\n(?:Changed: .*\n(?: .*\n)+)?(?:Similarity .*\n)?Commit: main@c2\nCompared: against main@/,
      );
      expect(told.stdout).toMatch(/^ {2}chosen +main@/m);
    }),
    fact('`svc baselines list`', 'lists the active baselines of a suite', async (project) => {
      await makeBaseline(project);
      const { stdout } = await project.svc(['baselines', 'list', '--branch', 'main']);
      expect(stdout).toMatch(/^SNAPSHOT.*\none .* main .*\ntwo .* main .*\n$/);
    }),
    fact(
      '`--output json`, `--report`',
      'print and write the same document, as `schemas/output-v2.json` describes it',
      async (project) => {
        const env = await makeChange(project);
        const file = join(project.folder, 'report.json');
        const told: unknown[] = [];
        for (const args of [
          ['diff', '--report', file, '--output', 'json'],
          ['capture', 'nowhere.json', '--report', file, '--output', 'json'],
          ['run', '--report', file, '--output', 'json', ...ending(0)],
        ]) {
          const { stdout } = await project.svc(args, env);
          expect(readFileSync(file, 'utf8')).toBe(stdout);
          told.push(JSON.parse(stdout));
        }
        await project.svc(['upload', 'shots', '--report', file], env);
        const upload = JSON.parse(readFileSync(file, 'utf8'));
        const decision = await project.svc(['approve', upload.diffId, '--all', '--output', 'json'], env);
        const baselines = await project.svc(['baselines', 'list', '--output', 'json']);
        const explanation = await project.svc(['explain', upload.diffId, 'one', '--output', 'json']);
        for (const { stdout } of [decision, baselines, explanation]) told.push(JSON.parse(stdout));
        told.push(upload);
        expect(told.map(outputProblems)).toEqual(told.map(() => null));
      },
    ),
  ],
};
