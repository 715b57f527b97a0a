import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeOutside, type Verdict } from './judgeOutside.js';
import { readSurroundings } from './readSurroundings.js';
import { readTracedBuild } from './readTracedBuild.js';
import { traceStories } from './traceStories.js';

let root: string;
const at = (path: string) => join(root, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

const list = '/virtual:/@storybook/builder-vite/storybook-stories.js';
const sources: Record<string, [text: string, ...users: string[]]> = {
  '.storybook/preview.tsx': ["import { inTheme } from '../src/decorators/inTheme';", list],
  'src/decorators/inTheme.tsx': ['', '.storybook/preview.tsx'],
  'src/A.stories.tsx': ['', list],
  'src/B.stories.tsx': ['', list],
  'src/a.tsx': ["new URL('./worker.js', import.meta.url)", 'src/A.stories.tsx'],
  'src/a.css': ["@import './base.css'; a { background: url(paper.png) }", 'src/a.tsx'],
  'src/text.md?raw': ['', 'src/a.tsx'],
  'src/notes.mdx': ['', 'src/a.tsx'],
  'src/data.json': ['{}', 'src/a.tsx'],
  'src/data.yaml': ['', 'src/a.tsx'],
  // As the bundler finds it, whatever alias the source names.
  'lib/aliased.ts': ['', 'src/a.tsx'],
};
const stats = () => ({
  modules: Object.entries(sources).map(([name, [, ...users]]) => ({
    name: `./${name}`,
    reasons: users.map((moduleName) => ({ moduleName: moduleName === list ? list : `./${moduleName}` })),
  })),
});
const story = (name: string) => ({ id: name, type: 'story', importPath: `./src/${name}.stories.tsx` });

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-outside-')));
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const [name, [text]] of Object.entries(sources)) write(name.replace(/\?.*/, ''), text);
  for (const file of ['base.css', 'paper.png', 'worker.js']) write(`src/${file}`, '');
  write(
    '.storybook/main.ts',
    "import { tokens } from '../tools/tokens'; import '../tools/rollup.config.js'; export default { dir: './tools/icons.js' };",
  );
  write('tools/tokens.ts', "import './colors';");
  write('tools/colors.ts', '');
  write('tools/icons.js', '');
  write('tools/rollup.config.js', '');
  write('public/guide.md', '');
  write('dist/guide.md', '');
  write('dist/index.json', JSON.stringify({ v: 5, entries: { A: story('A'), B: story('B') } }));
  write('dist/preview-stats.json', JSON.stringify(stats()));
  write('dist/project.json', JSON.stringify({ hasStaticDirs: false }));
});
afterEach(() => rmSync(root, { recursive: true }));

async function surroundings() {
  const build = await readTracedBuild(at('dist'), root);
  if ('unknown' in build) throw new Error(build.unknown);
  return readSurroundings(build, root, root, at('dist'));
}

test.each([
  ['src/a.css'],
  ['src/base.css'],
  ['src/paper.png'],
  ['src/worker.js'],
  ['src/text.md'],
  ['src/notes.mdx'],
  ['src/data.json'],
  ['src/data.yaml'],
  ['lib/aliased.ts'],
])('%s affects the stories that use it', async (file) => {
  const { build } = await surroundings();
  const answer = traceStories(build, [{ path: at(file), what: `${file} changed` }]);
  expect(answer).toEqual({ stories: new Map([['A', `${file} changed`]]) });
});

test('a decorator affects all stories', async () => {
  const { build } = await surroundings();
  expect(traceStories(build, [{ path: at('src/decorators/inTheme.tsx'), what: 'it changed' }])).toEqual({
    all: 'it changed; it is used by .storybook/preview.tsx, which all stories share',
  });
});

test.each<[string, Verdict]>([
  ['.storybook/preview-head.html', 'unknown'],
  ['.storybook/README.md', 'none'],
  ['.storybook/manager-head.html', 'none'],
  ['src/guide.mdx', 'none'],
  ['.env', 'unknown'],
  ['.env.local', 'unknown'],
  ['.babelrc', 'unknown'],
  ['.browserslistrc', 'unknown'],
  ['tsconfig.json', 'unknown'],
  ['tsconfig.base.json', 'unknown'],
  ['vite.config.ts', 'unknown'],
  ['postcss.config.cjs', 'unknown'],
  ['karma.conf.js', 'none'],
  ['rollup.config.mjs', 'none'],
  ['rollup.dev.config.js', 'none'],
  ['tsup.config.ts', 'none'],
  ['tools/rollup.config.js', 'unknown'],
  ['src/tailwind.config.js', 'unknown'],
  ['src/locales/de.po', 'unknown'],
  ['src/unused.json', 'unknown'],
  ['src/unused.tsx', 'none'],
  ['src/unused.css', 'none'],
  ['src/_partial.scss', 'unknown'],
  ['src/mixins.less', 'unknown'],
  ['other/unused.ts', 'unknown'],
  // What the configuration reads, which no module imports.
  ['tools/tokens.ts', 'unknown'],
  ['tools/colors.ts', 'unknown'],
  ['tools/icons.js', 'unknown'],
])('%s, which is in no module: %s', async (file, verdict) => {
  if (!existsSync(at(file))) write(file, '');
  expect(judgeOutside(await surroundings(), at(file), true)).toBe(verdict);
});

test.each([
  ['src/build/palette.ts', "import { palette } from '../src/build/palette.js';"],
  ['src/build/preset.cjs', "const preset = require('../src/build/preset');"],
  ['vitest.config.ts', "import shared from '../vitest.config';"],
  ['vitest.config.ts', "export default { builder: { viteConfigPath: './vitest.config.ts' } };"],
  ['e2e/shared.ts', "import { alias } from '../e2e/shared';"],
])('%s counts where the configuration has %s', async (file, text) => {
  write(file, '');
  expect(judgeOutside(await surroundings(), at(file), true)).toBe('none');
  write('.storybook/main.ts', text);
  expect(judgeOutside(await surroundings(), at(file), true)).toBe('unknown');
});

test('a test that a tsconfig lists does not count', async () => {
  write('vitest.config.ts', '');
  write('tsconfig.json', JSON.stringify({ include: ['src', './vitest.config.ts'] }));
  expect(judgeOutside(await surroundings(), at('vitest.config.ts'), true)).toBe('none');
});

test('a style sheet that a preprocessor may import counts', async () => {
  write('src/b.less', '');
  sources['src/b.less'] = ['', 'src/a.tsx'];
  write('dist/preview-stats.json', JSON.stringify(stats()));
  delete sources['src/b.less'];
  expect(judgeOutside(await surroundings(), at('src/unused.css'), true)).toBe('unknown');
});

test('the settings of another bundler count if it may build what sources import', async () => {
  write('.gitignore', 'src/data.json');
  write('rollup.config.mjs', '');
  expect(judgeOutside(await surroundings(), at('rollup.config.mjs'), true)).toBe('unknown');
});

test('globs to ignore have to be a list', async () => {
  write('package.json', JSON.stringify({ svc: { onlyChanged: { ignore: 'docs/**' } } }));
  await expect(surroundings()).rejects.toThrow(
    /svc\.onlyChanged\.ignore in .*package\.json is not a list of globs/,
  );
});

test('a static file counts whatever its name', async () => {
  write('dist/guide.md', 'another guide');
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('none');
  // As Vite copies its folder of public files.
  write('dist/guide.md', '');
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('unknown');
  write('dist/guide.md', 'another guide');
  write('dist/project.json', JSON.stringify({ hasStaticDirs: true }));
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('unknown');
});

test('a static file that is gone counts if a source names it', async () => {
  rmSync(at('public/guide.md'));
  rmSync(at('dist/guide.md'));
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('none');
  write('src/a.tsx', "fetch('/guide.md')");
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('unknown');
});

test.each([
  "import.meta.glob('./posts/*.md')",
  "require.context('.', true)",
  'import(`./posts/$' + '{name}.md`)',
  "import('./posts/' + name)",
])('a file that is gone may have been found by %s', async (text) => {
  const isGone = at('src/posts/gone.md');
  expect(judgeOutside(await surroundings(), isGone, true)).toBe('none');
  write('src/a.tsx', text);
  expect(judgeOutside(await surroundings(), isGone, true)).toBe('unknown');
  expect(judgeOutside(await surroundings(), at('src/posts/gone.ts'), true)).toBe('unknown');
});

test('a file that is gone affects what still names it', async () => {
  write('src/a.tsx', "import './shape';");
  expect(judgeOutside(await surroundings(), at('src/shape.js'), true)).toEqual({
    importers: [at('src/a.tsx')],
  });
  expect(judgeOutside(await surroundings(), at('src/gone.js'), true)).toEqual({ importers: [] });
});

test('a folder that git has as one file is not read', async () => {
  write('vendor/ui/index.ts', '');
  write('dist/ui', '');
  expect(judgeOutside(await surroundings(), at('vendor/ui'), true)).toBe('unknown');
});

test.each([
  ['src/shape.web.tsx', "import './shape';"],
  ['src/Shape.module.css', "import styles from './Shape.css';"],
  ['src/components/SaveButton.vue', '<template><save-button /></template>'],
])('%s, which is gone, affects what may have meant it', async (file, text) => {
  write('src/a.tsx', text);
  expect(judgeOutside(await surroundings(), at(file), true)).toEqual({ importers: [at('src/a.tsx')] });
});

test('code that may take part without being a module is in doubt', async () => {
  const verdictOn = async (file: string) => judgeOutside(await surroundings(), at(file), true);
  write('src/tailwind-safelist.ts', '');
  expect(await verdictOn('src/tailwind-safelist.ts')).toBe('unknown');
  write('src/__mocks__/dates.ts', '');
  expect(await verdictOn('src/__mocks__/dates.ts')).toBe('none');
  write('.storybook/preview.tsx', "sb.mock('dates');");
  expect(await verdictOn('src/__mocks__/dates.ts')).toBe('unknown');
  write('src/unused.ts', '');
  expect(await verdictOn('src/unused.ts')).toBe('none');
  write('src/a.tsx', 'new Worker(new URL(`./workers/$' + '{name}.js`, import.meta.url))');
  expect(await verdictOn('src/unused.ts')).toBe('unknown');
});

test('a context of webpack is a pattern', async () => {
  write('src/a.tsx', "import.meta.webpackContext('./posts', { recursive: true })");
  expect(judgeOutside(await surroundings(), at('src/posts/gone.md'), true)).toBe('unknown');
});

describe('a package of the repository', () => {
  const verdictOn = async (file: string) => judgeOutside(await surroundings(), at(file), true);

  test('of Nx has no part if the build has no module of it', async () => {
    write('apps/api/project.json', '{}');
    write('apps/api/src/main.ts', '');
    write('tsconfig.json', JSON.stringify({ compilerOptions: { paths: { '@acme/api': ['apps/api/src'] } } }));
    expect(await verdictOn('apps/api/src/main.ts')).toBe('none');
    write('vite.config.ts', "export default { root: 'apps/api' };");
    expect(await verdictOn('apps/api/src/main.ts')).toBe('unknown');
  });

  test('takes part if a tsconfig extends it', async () => {
    write('tools/types/package.json', JSON.stringify({ name: '@acme/types' }));
    write('tools/types/base.json', '{}');
    write('tsconfig.json', JSON.stringify({ extends: '@acme/types/base.json' }));
    expect(await verdictOn('tools/types/base.json')).toBe('unknown');
  });

  test('with settings of a linter has no part', async () => {
    write('package.json', JSON.stringify({ devDependencies: { '@acme/eslint-config': '*' } }));
    write('tools/eslint/package.json', JSON.stringify({ name: '@acme/eslint-config' }));
    write('tools/eslint/index.js', '');
    expect(await verdictOn('tools/eslint/index.js')).toBe('none');
  });

  test('takes part if a script beside it names its folder', async () => {
    write('pack/colors/package.json', JSON.stringify({ name: '@acme/colors' }));
    write('pack/colors/red.json', '{}');
    write('pack/ui/package.json', '{}');
    write('pack/ui/x.ts', '');
    sources['pack/ui/x.ts'] = ['', 'src/a.tsx'];
    write('dist/preview-stats.json', JSON.stringify(stats()));
    delete sources['pack/ui/x.ts'];
    expect(await verdictOn('pack/colors/red.json')).toBe('none');
    write('pack/ui/package.json', JSON.stringify({ scripts: { build: 'node ../colors/build.js' } }));
    expect(await verdictOn('pack/colors/red.json')).toBe('unknown');
  });

  test('may have style sheets that a preprocessor finds', async () => {
    write('other/styles/package.json', JSON.stringify({ name: 'styles' }));
    write('other/styles/_vars.scss', '');
    expect(await verdictOn('other/styles/_vars.scss')).toBe('none');
    write('src/a.css', "@import 'vars';");
    expect(await verdictOn('other/styles/_vars.scss')).toBe('unknown');
  });
});

test('a package.json may begin with a byte order mark, and one that is not JSON is named', async () => {
  write('package.json', `\uFEFF${JSON.stringify({ devDependencies: { '@acme/colors': '*' } })}`);
  write('pack/colors/package.json', `\uFEFF${JSON.stringify({ name: '@acme/colors' })}`);
  write('pack/colors/red.json', '{}');
  expect(judgeOutside(await surroundings(), at('pack/colors/red.json'), true)).toBe('unknown');
  write('package.json', '{');
  await expect(surroundings()).rejects.toThrow(/package\.json is not valid JSON: /);
});

test('what Vitest runs before tests does not count', async () => {
  write('src/test/setup.ts', '');
  write('vite.config.ts', "export default { test: { setupFiles: ['./src/test/setup.ts'] } };");
  expect(judgeOutside(await surroundings(), at('src/test/setup.ts'), true)).toBe('none');
});

test.each(['src/api.proto', 'Makefile'])('%s counts if something makes code of others', async (file) => {
  write(file, '');
  expect(judgeOutside(await surroundings(), at(file), true)).toBe('none');
  write('.gitignore', 'src/data.json\n');
  expect(judgeOutside(await surroundings(), at(file), true)).toBe('unknown');
});

test('a file that something makes of others puts all code in doubt', async () => {
  write('src/unused.tsx', '');
  write('.gitignore', 'src/data.json\n');
  expect(judgeOutside(await surroundings(), at('src/unused.tsx'), true)).toBe('unknown');
});
