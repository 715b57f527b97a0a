import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  expect(judgeOutside(await surroundings(), at('public/guide.md'), true)).toBe('none');
  write('dist/project.json', JSON.stringify({ hasStaticDirs: true }));
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

test('a file that something makes of others puts all code in doubt', async () => {
  write('src/unused.tsx', '');
  write('.gitignore', 'src/data.json\n');
  expect(judgeOutside(await surroundings(), at('src/unused.tsx'), true)).toBe('unknown');
});
