import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Capture, type CreateCaptureOptions, type StoryEntry, SvcClient } from '@svc/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleCapture, sampleSnapshot } from '../../../sdk/testing/samples.js';
import { runSvc } from '../../testing/runSvc.js';
import { resultsOf, startScenario } from '../../testing/startScenario.js';
import { explodeStories } from '../stories/explodeStories.js';
import { chooseAffected } from './chooseAffected.js';

let repository: string;
/** Of the first commit, which was captured. */
let base: string;

const at = (path: string) => join(repository, 'packages/ui', path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
function commit(): string {
  git('add', '.');
  git('commit', '--allow-empty', '-m', 'a change');
  return git('rev-parse', 'HEAD');
}

const importedBy = (name: string, ...users: string[]) => ({
  name,
  reasons: users.map((moduleName) => ({ moduleName })),
});
const list = '/virtual:/@storybook/builder-vite/storybook-stories.js';
const stats = {
  modules: [
    importedBy('./src/Button.stories.ts', list),
    importedBy('./src/Card.stories.ts', list),
    importedBy('./src/Button.ts', './src/Button.stories.ts', './src/Card.ts'),
    importedBy('./src/Card.ts', './src/Card.stories.ts'),
    importedBy('./src/card.css', './src/Card.ts'),
    importedBy('./src/theme.css', './.storybook/preview.ts'),
    importedBy('../tokens/index.ts', './src/Card.ts'),
  ],
};
const index = {
  v: 5,
  entries: {
    'button--plain': { id: 'button--plain', type: 'story', importPath: './src/Button.stories.ts' },
    'card--open': { id: 'card--open', type: 'story', importPath: './src/Card.stories.ts' },
    'card--wide': { id: 'card--wide', type: 'story', importPath: './src/Card.stories.ts' },
  },
};

const story = (title: string, name: string): StoryEntry => {
  const id = `${title}--${name}`.toLowerCase();
  return { title, name, id, url: `iframe.html?id=${id}` };
};
const stories = [story('Button', 'Plain'), story('Card', 'Open'), story('Card', 'Wide')];
const all = ['Button/Plain', 'Card/Open', 'Card/Wide'];
const captured = (fields: Partial<Capture> = {}) =>
  sampleCapture({ commit: base, snapshots: all.map((name) => sampleSnapshot({ name })), ...fields });

const targets = explodeStories(stories, 'stories-a');

/** What is chosen in a service that has these captures. */
async function choose(captures: Capture[] = [captured()], chosen = targets, all = targets) {
  const gone = captures.flatMap(({ commit }) => (commit?.startsWith('ffff') ? [commit] : []));
  const history = [...git('rev-list', 'HEAD').split('\n'), ...gone];
  const ageOf = ({ commit }: Capture) => history.indexOf(commit ?? '');
  const service = await startScenario({
    captures: captures.toSorted((one, other) => ageOf(one) - ageOf(other)),
  });
  const client = new SvcClient({ apiKey: 'svc_test', apiUrl: service.url });
  const project = at('.');
  const directory = at('storybook-static');
  const choice = await chooseAffected({
    ...{ client, suite: 'default', history, project, directory },
    ...{ all, chosen },
  });
  await service.close();
  expect(service.problems).toEqual([]);
  const reasons = [...choice.reasons].map(([{ target }, reason]) => [target.name, reason] as const);
  const names = choice.targets.map(({ target }) => target.name);
  return { names, isAll: choice.isAll, words: choice.words, reasons: Object.fromEntries(reasons) };
}

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'svc-changed-'));
  git('init', '-b', 'topic');
  write('.gitignore', 'storybook-static\n');
  write('storybook-static/iframe.html', '');
  write('storybook-static/index.json', JSON.stringify(index));
  write('storybook-static/preview-stats.json', JSON.stringify(stats));
  write('storybook-static/project.json', JSON.stringify({ hasStaticDirs: false }));
  write('.storybook/preview.ts', "import '../src/theme.css';");
  for (const name of ['Button', 'Card']) write(`src/${name}.stories.ts`, `import './${name}';`);
  write('src/Button.ts', '');
  write('src/Card.ts', "import './Button';");
  write('src/card.css', "@import './base.css'; .card { background: url(paper.png) }");
  write('src/base.css', '');
  write('src/paper.png', '');
  write('src/theme.css', '');
  write('../tokens/index.ts', '');
  write('package-lock.json', '{}');
  base = commit();
});
afterEach(() => rmSync(repository, { recursive: true }));

test.each([
  [[], ['Card/Open', 'Card/Wide']],
  [['--filter', 'Card/O*'], ['Card/Open']],
])('svc stories-a --only-changed %j captures a part, says why, and declares it', async (flags, expected) => {
  write('src/Card.ts', '/* other */');
  const service = await startScenario({
    stories,
    captures: [captured()],
    results: resultsOf('unchanged', ...all),
  });
  const { stderr, code } = await runSvc(['stories-a', 'storybook-static', '--only-changed', ...flags], {
    cwd: at('.'),
    env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url },
  });
  await service.close();
  expect(code, stderr).toBe(0);
  const body = service.of('createCapture')[0]?.body as CreateCaptureOptions;
  expect(body.targets?.map(({ name }) => name)).toEqual(expected);
  expect(body).toMatchObject({ complete: false, partial: true });
  expect(stderr).toContain(`1 file changed since ${base.slice(0, 7)}, which can affect`);
});

describe('after a change is captured', () => {
  test.each([
    ['a component', 'src/Card.ts', ['Card/Open', 'Card/Wide']],
    ['what another one uses', 'src/Button.ts', all],
    ['a style sheet that another one imports', 'src/base.css', ['Card/Open', 'Card/Wide']],
    ['an image of a style sheet', 'src/paper.png', ['Card/Open', 'Card/Wide']],
    ['another package', '../tokens/index.ts', ['Card/Open', 'Card/Wide']],
    ['stories', 'src/Button.stories.ts', ['Button/Plain']],
  ])('what can differ after a change of %s', async (_, file, expected) => {
    write(file, '/* other */');
    commit();
    expect(await choose()).toMatchObject({
      names: expected,
      isAll: expected === all,
      words: `1 file changed since ${base.slice(0, 7)}, which can affect ${expected.length} of 3 targets`,
    });
  });

  test('what differs from the commit only in the working tree', async () => {
    write('src/Button.stories.ts', '');
    expect((await choose()).names).toEqual(['Button/Plain']);
  });

  test('one story when nothing can differ, so that the commit has a result', async () => {
    write('README.md', 'Read me');
    commit();
    const { names, isAll, words } = await choose();
    expect(names).toEqual(['Button/Plain']);
    expect(isAll).toBe(false);
    expect(words).toContain('which can affect no story; capturing one');
  });

  test('what has no image yet, whatever changed', async () => {
    const one = captured({ snapshots: [sampleSnapshot({ name: 'Button/Plain' })] });
    expect((await choose([one])).names).toEqual(['Card/Open', 'Card/Wide']);
  });

  test('the part of it that is wanted', async () => {
    write('src/Button.ts', '/* other */');
    const wanted = targets.filter(({ target }) => target.name === 'Card/Open');
    expect((await choose([captured()], wanted)).names).toEqual(['Card/Open']);
  });

  test('the changes since each target was captured last, be it in a part', async () => {
    write('src/Card.ts', '/* other */');
    const second = commit();
    write('src/Button.stories.ts', '/* other */');
    const third = commit();
    const later = (fields: Partial<Capture>) => captured({ id: `cap_${fields.commit}`, ...fields });
    const part = (name: string, carriedFrom: string | null = null) => sampleSnapshot({ name, carriedFrom });
    expect((await choose([later({ commit: second }), captured()])).names).toEqual(['Button/Plain']);
    expect((await choose([captured()])).names).toEqual(all);
    const filtered = later({ commit: third, partial: true, snapshots: [part('Card/Open')] });
    const { names, words } = await choose([filtered, captured()]);
    expect(names).toEqual(['Button/Plain', 'Card/Wide']);
    expect(words).toContain(` and 0 files changed since ${third.slice(0, 7)}, `);
    const carried = later({ commit: third, partial: true, snapshots: [part('Card/Open', 'cap_1')] });
    expect((await choose([carried, captured()])).names).toEqual(all);
  });

  test('what failed last time, and what changed of the others', async () => {
    write('src/Button.stories.ts', '/* other */');
    const failure = { name: 'Card/Wide', viewport: null, browser: null, message: 'time-out' };
    const some = captured({
      failedSnapshots: 1,
      failures: [failure],
      snapshots: ['Button/Plain', 'Card/Open'].map((name) => sampleSnapshot({ name })),
    });
    expect(await choose([some])).toMatchObject({
      names: ['Button/Plain', 'Card/Wide'],
      isAll: false,
      reasons: {
        'Button/Plain': 'src/Button.stories.ts changed',
        'Card/Open': `carried: nothing it uses changed since ${base.slice(0, 7)}`,
        'Card/Wide': 'failed last time',
      },
    });
  });

  test('what changed in a story whose name has its accents apart', async () => {
    const apart = 'Cafe\u0301';
    write('src/Card.ts', '/* other */');
    const [plain, open, wide] = explodeStories([story(apart, 'Plain'), ...stories.slice(1)], 'stories-a');
    if (!plain || !open || !wide) throw new Error('three targets');
    const named = [{ ...plain, storyId: 'button--plain' }, open, wide];
    const names = [`${apart}/Plain`.normalize('NFC'), 'Card/Open', 'Card/Wide'];
    const one = captured({ snapshots: names.map((name) => sampleSnapshot({ name })) });
    expect((await choose([one], named, named)).names).toEqual(['Card/Open', 'Card/Wide']);
  });

  describe('the changes since each line that a merge joined', () => {
    const capturedAt = (commit: string, ...names: string[]) =>
      captured({ id: `cap_${commit}`, commit, snapshots: names.map((name) => sampleSnapshot({ name })) });

    /** Changes the button on one branch and takes it back without a capture, then merges the other branch. */
    function takeBackAndMerge() {
      write('src/Button.stories.ts', '/* other */');
      const changed = commit();
      git('switch', '-c', 'main', base);
      write('src/Card.ts', '/* other */');
      const main = commit();
      git('switch', 'topic');
      git('revert', '--no-edit', 'HEAD');
      git('merge', '--no-ff', '-m', 'a merge', 'main');
      return { changed, main };
    }

    test('as one may have approved what another one has not', async () => {
      const { changed, main } = takeBackAndMerge();
      const captures = [capturedAt(main, ...all), { ...capturedAt(changed, 'Button/Plain'), partial: true }];
      const { names, words } = await choose([...captures, captured()]);
      expect(names, words).toEqual(['Button/Plain']);
      expect(words).toContain(`2 files changed since ${changed.slice(0, 7)}`);
    });

    test('unless a later commit of the same line was captured', async () => {
      const { changed, main } = takeBackAndMerge();
      const last = git('rev-parse', 'topic~1');
      const captures = [
        capturedAt(main, ...all),
        capturedAt(last, 'Button/Plain'),
        capturedAt(changed, ...all),
      ];
      const { names, reasons } = await choose(captures);
      expect(names).toEqual(['Card/Open', 'Card/Wide']);
      expect(reasons['Button/Plain']).toMatch(/^carried: nothing it uses changed since \w{7} and \w{7}$/);
    });

    test('and what failed on one of them', async () => {
      const { changed, main } = takeBackAndMerge();
      const failure = { name: 'Button/Plain', viewport: null, browser: null, message: 'time-out' };
      const failed = { ...capturedAt(changed), partial: true, failures: [failure] };
      expect((await choose([capturedAt(main, ...all), failed, captured()])).reasons).toMatchObject({
        'Button/Plain': 'failed last time',
      });
    });
  });

  test('nothing else after changes of what cannot matter', async () => {
    const files = [
      ...['.eslintrc.cjs', '../../eslint.config.js', '.prettierrc', 'vitest.config.ts', 'jest.setup.js'],
      ...['src/Button.test.tsx', 'src/__snapshots__/Button.test.tsx.snap', '../../docs/x/guide.md'],
      ...['.vscode/settings.json', '../../.gitlab-ci.yml', 'graphql/schema.graphql', '../../site/index.html'],
      // Code that no story imports, and a package that is not in the build.
      ...['src/unused/Old.tsx', '../server/src/main.ts'],
    ];
    write('package.json', JSON.stringify({ svc: { onlyChanged: { ignore: ['graphql/**'] } } }));
    const ignore = { svc: { onlyChanged: { ignore: ['site/**'] } } };
    write('../../package.json', JSON.stringify({ ...ignore, workspaces: ['packages/*'] }));
    write('../server/package.json', '{"name":"server"}');
    for (const file of files) write(file, 'other');
    base = commit();
    for (const file of files) write(file, 'different');
    write('src/Card.stories.ts', '/* other */');
    commit();
    const { names, words } = await choose();
    expect(names, words).toEqual(['Card/Open', 'Card/Wide']);
    expect(words).toContain(`${files.length + 1} files changed since`);
  });

  test('what can have used code that is gone, as another file of its name now', async () => {
    write('src/Button.js', '');
    write('src/other/Card.ts', '');
    base = commit();
    rmSync(at('src/Button.js'));
    commit();
    expect((await choose()).names).toEqual(all);
    rmSync(at('src/other/Card.ts'));
    base = commit();
    write('src/Gone.ts', '');
    base = commit();
    rmSync(at('src/Gone.ts'));
    write('src/Button.stories.ts', '/* other */');
    commit();
    expect((await choose()).names).toEqual(['Button/Plain']);
  });

  test('nothing else where an earlier step of CI left files, which are named', async () => {
    write('src/Button.stories.ts', '/* other */');
    commit();
    write('reports/unit.xml', '');
    write('.gitignore', 'storybook-static\ncoverage\n');
    base = commit();
    write('src/Card.stories.ts', '/* other */');
    write('reports/more.xml', '');
    write('coverage/index.html', '');
    const { names, words } = await choose();
    expect(names).toEqual(['Card/Open', 'Card/Wide']);
    expect(words).toContain(
      'git does not track them and no story imports them: packages/ui/reports/more.xml',
    );
    expect(words).not.toContain('coverage');
  });
});

describe('links are followed', () => {
  test('to the module that they lead to now', async () => {
    write('src/dark.css', '');
    symlinkSync('dark.css', at('src/current.css'));
    base = commit();
    rmSync(at('src/current.css'));
    symlinkSync('card.css', at('src/current.css'));
    commit();
    expect((await choose()).names).toEqual(['Card/Open', 'Card/Wide']);
  });

  test('from modules that have the names of links', async () => {
    symlinkSync('src', at('linked'));
    const linked = { name: './linked/base.css', reasons: [{ moduleName: './linked/Card.ts' }] };
    write('storybook-static/preview-stats.json', JSON.stringify({ modules: [...stats.modules, linked] }));
    write('src/card.css', '');
    base = commit();
    write('src/base.css', 'a {}');
    expect((await choose()).names).toEqual(['Card/Open', 'Card/Wide']);
  });
});

test('a file of the graph that the configuration uses as well affects everything', async () => {
  write('src/palette.ts', 'export const red = 1;');
  write('src/Card.ts', "import './palette';");
  write('src/theme.ts', "export * from './palette';");
  write('tailwind.config.ts', "import { red } from './src/theme';");
  const modules = [...stats.modules, importedBy('./src/palette.ts', './src/Card.ts')];
  write('storybook-static/preview-stats.json', JSON.stringify({ modules }));
  base = commit();
  write('src/palette.ts', 'export const red = 2;');
  const { isAll, words } = await choose();
  expect(isAll).toBe(true);
  expect(words).toContain('src/palette.ts changed, which tailwind.config.ts uses');
});

test('a submodule counts, whatever the settings of git are', async () => {
  const inside = (...args: string[]) => git('-C', at('vendor'), ...args);
  mkdirSync(at('vendor'));
  inside('init');
  inside('commit', '--allow-empty', '-m', 'one');
  base = commit();
  git('config', 'diff.ignoreSubmodules', 'all');
  inside('commit', '--allow-empty', '-m', 'two');
  const { isAll, words } = await choose();
  expect(isAll).toBe(true);
  expect(words).toContain('vendor changed, and the build does not tell what uses it');
});

test('files of another repository that was cloned into this one count as changed', async () => {
  const inside = (...args: string[]) => git('-C', at('tokens'), ...args);
  write('tokens/red.ts', '');
  inside('init');
  inside('add', '.');
  inside('commit', '-m', 'one');
  const modules = [...stats.modules, importedBy('./tokens/red.ts', './src/Button.stories.ts')];
  write('storybook-static/preview-stats.json', JSON.stringify({ modules }));
  const { names, words } = await choose();
  expect(names).toEqual(['Button/Plain']);
  expect(words).toContain('1 file changed since');
  expect(words).not.toContain('Ignored');
});

test.each(['index.ts', 'paper.svg'])('a file outside the repository counts as changed: %s', async (name) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'));
  writeFileSync(join(elsewhere, name), '');
  const path = relative(at('.'), join(elsewhere, name));
  const modules = [...stats.modules, importedBy(path, './src/Card.ts')];
  write('storybook-static/preview-stats.json', JSON.stringify({ modules }));
  const { names, reasons } = await choose();
  rmSync(elsewhere, { recursive: true });
  expect(names).toEqual(['Card/Open', 'Card/Wide']);
  expect(reasons['Card/Open']).toMatch(`${name} may have changed, since it is outside the repository`);
});

test('a bundled image affects the stories that use it, whether or not there are static folders', async () => {
  rmSync(at('storybook-static/project.json'));
  write('src/paper.png', 'other');
  expect((await choose()).names).toEqual(['Card/Open', 'Card/Wide']);
});

describe('all is captured, and it is said why, when', () => {
  const everything = async (reason: RegExp, captures?: Capture[]) => {
    const { names, isAll, words } = await choose(captures);
    expect(words).toMatch(reason);
    expect([names, isAll]).toEqual([all, true]);
  };

  test.each([
    ['package-lock.json', /Nothing is left out: package-lock\.json cannot be read: Unexpected token/],
    ['.storybook/preview.ts', /\.storybook\/preview\.ts changed, which configures all stories/],
    [
      'src/theme.css',
      /src\/theme\.css changed; it is used by \.storybook\/preview\.ts, which all stories share/,
    ],
    ['../../schema.graphql', /\.\.\/\.\.\/schema\.graphql changed, and the build does not tell what uses it/],
  ])('%s changed', async (file, reason) => {
    write(file, 'other');
    commit();
    await everything(reason);
  });

  test('a file is gone', async () => {
    renameSync(at('src/paper.png'), at('storybook-static/paper.png'));
    await everything(/src\/paper\.png was deleted, and the build does not tell/);
  });

  test('a story is gone', async () => {
    const more = captured({ snapshots: [...all, 'Card/Old'].map((name) => sampleSnapshot({ name })) });
    await everything(/"Card\/Old" no longer exists/, [more]);
  });

  test('a style sheet names something that is not there', async () => {
    write('src/card.css', "@import '~theme/x.css';");
    await everything(/"~theme\/x\.css" in src\/card\.css may name src\/card\.css/);
  });

  test('an image has an address of its own', async () => {
    write('src/paper.png', 'other');
    write('storybook-static/paper.png', 'other');
    await everything(/src\/paper\.png changed, which may be requested by its address/);
  });

  test('the build has no stats file', async () => {
    rmSync(at('storybook-static/preview-stats.json'));
    await everything(/no preview-stats\.json; make it with `storybook build --stats-json`/);
  });

  test('the build was made elsewhere', async () => {
    rmSync(at('src/Card.stories.ts'));
    await everything(/\.\/src\/Card\.stories\.ts, which the build was made of, is not in .*: run svc where/);
  });

  test('no commit was captured', () => everything(/no earlier commit of this branch/, []));

  test('the commit that was captured is not in the clone', async () => {
    const gone = 'f'.repeat(40);
    const reason =
      /^An unknown number of files changed since fffffff, .*\nNothing is left out: commit fffffff, .* is not in this clone/;
    await everything(reason, [captured({ commit: gone })]);
  });

  test('the clone is too shallow to have a commit that was captured', async () => {
    const earlier = base;
    base = commit();
    write('../../.git/shallow', `${base}\n`);
    const reason =
      /this clone is shallow, and its history \(1 commit\) has no capture .*\(use fetch-depth: 0\)/;
    await everything(reason, [captured({ commit: earlier })]);
    const part = captured({ snapshots: [sampleSnapshot({ name: 'Button/Plain' })] });
    expect((await choose([part])).reasons).toMatchObject({
      'Card/Open': 'has not been captured at a commit that this shallow clone has',
    });
  });
});
