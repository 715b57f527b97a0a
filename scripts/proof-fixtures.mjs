/**
 * `npm run fixtures:proof`: builds small books by webpack and Rspack, with the settings that Storybook gives them, for the
 * tests of proofs. A fixture has three builds: the first, one with another style sheet of the badge, and one more story.
 * Of the later builds it has what differs from the first.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, runNpm, step } from './setup/runProgram.mjs';

const fixtures = path.join(root, 'apps/server/src/domain/proof/fixtures');

const bundlers = {
  'webpack-5.112': {
    'css-loader': '7.1.5',
    'mini-css-extract-plugin': '2.10.2',
    'terser-webpack-plugin': '5.6.1',
    webpack: '5.112.2',
  },
  'webpack-5.88': {
    'css-loader': '6.8.1',
    'mini-css-extract-plugin': '2.7.6',
    'terser-webpack-plugin': '5.3.9',
    webpack: '5.88.2',
  },
  'webpack-5.112-esbuild': {
    'css-loader': '7.1.5',
    esbuild: '0.27.2',
    'mini-css-extract-plugin': '2.10.2',
    'terser-webpack-plugin': '5.6.1',
    webpack: '5.112.2',
  },
  'rspack-2.3': { '@rspack/core': '2.3.2', 'css-loader': '7.1.5' },
};

const story = (name, more = '') =>
  `import { show } from './show.js';\nimport './${name}.css';\nexport default { title: '${name}' };\nexport const Plain = () => show('${name}')${more};\n`;

const sources = {
  'preview.css': 'body { margin: 0 }\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'show.js':
    'export const show = (text) => Object.assign(document.createElement("p"), { className: text, textContent: "[" + text + "]" });\n',
  'Badge.css': '.Badge { color: red }\n',
  'Button.css': '.Button { color: blue }\n',
  'Card.css': '.Card { background: url(./logo.svg) }\n',
  'Badge.stories.js': story('Badge'),
  'Button.stories.js': story('Button'),
  'Card.stories.js': story('Card', '.append(import("./Lazy.js"))'),
  'Lazy.js': 'import { show } from "./show.js";\nexport default () => show("lazy");\n',
  'main.js': `import './preview.css';
const pipeline = (load) => load();
const importers = [async (path) => {
  if (!/^\\.[\\\\/](?:src\\/[^/]*?\\.stories\\.js)$/.exec(path)) return;
  const pathRemainder = path.substring(6);
  return import(/* webpackChunkName: "[request]" */ /* webpackInclude: /\\.stories\\.js$/ */ './' + pathRemainder);
}];
async function importFn(path) {
  for (const importer of importers) {
    const module = await pipeline(() => importer(path));
    if (module) return module;
  }
}
async function showStory() {
  const { entries } = await (await fetch('./index.json')).json();
  const { importPath } = entries[new URLSearchParams(location.search).get('id')];
  document.body.append((await importFn(importPath)).Plain());
}
showStory();
`,
};

const builds = {
  first: {},
  restyled: { 'Badge.css': '.Badge { color: tan }\n' },
  extended: { 'Alert.css': '.Alert { color: red }\n', 'Alert.stories.js': story('Alert') },
};

/** What Storybook's builder for webpack and `storybook-builder-rsbuild` set. */
const settings = ({ place, output, styles, chunkFilename, minimizer }) => ({
  mode: 'production',
  context: place,
  entry: { main: './src/main.js' },
  devtool: false,
  output: {
    path: output,
    publicPath: '',
    filename: '[name].[contenthash:8].iframe.bundle.js',
    chunkFilename,
    assetModuleFilename: 'static/media/[name].[contenthash:8][ext]',
    uniqueName: 'book',
  },
  module: {
    rules: [
      { test: /\.css$/, use: [styles.loader, 'css-loader'], type: 'javascript/auto', sideEffects: true },
      { test: /\.svg$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new styles({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].[contenthash:8].css' }),
  ],
  optimization: {
    splitChunks: { chunks: 'all', minSize: 0, minSizeReduction: 0 },
    runtimeChunk: true,
    sideEffects: true,
    usedExports: true,
    moduleIds: 'named',
    ...(minimizer && { minimizer: [minimizer] }),
  },
});

const chunkNames = '[name].[contenthash:8].iframe.bundle.js';

/** Storybook gives webpack a function since 10.6. */
const namesChunks = ({ chunk }) => chunkNames.replace('[name]', chunk.name || chunk.id);

/** As Storybook sets them, `esbuild` with `--test`. */
const minimizerOptions = {
  terser: () => ({ terserOptions: { mangle: false, keep_fnames: true } }),
  esbuild: (Terser) => ({ minify: Terser.esbuildMinify, terserOptions: {} }),
};

async function bundle(bundler, place, output) {
  const load = createRequire(path.join(place, 'package.json'));
  const isRspack = bundler.startsWith('rspack');
  const tool = isRspack ? load('@rspack/core') : load('webpack');
  const styles = isRspack ? tool.CssExtractRspackPlugin : load('mini-css-extract-plugin');
  const Terser = isRspack ? null : load('terser-webpack-plugin');
  const minifier = bundler.endsWith('esbuild') ? 'esbuild' : 'terser';
  const minimizer = Terser && new Terser(minimizerOptions[minifier](Terser));
  const chunkFilename = isRspack || bundler === 'webpack-5.88' ? chunkNames : namesChunks;
  const run = isRspack ? tool.rspack : tool;
  const stats = await new Promise((resolve, reject) => {
    run(settings({ place, output, styles, chunkFilename, minimizer }), (error, done) =>
      error ? reject(error) : resolve(done),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const { assets } = stats.toJson({ all: false, entrypoints: true }).entrypoints.main;
  const tags = assets
    .map(({ name }) => name)
    .map((name) =>
      name.endsWith('.css')
        ? `<link rel="stylesheet" href="${name}">`
        : `<script type="module">import './${name}';</script>`,
    );
  return `<!doctype html><html><head>${tags.join('')}</head><body></body></html>\n`;
}

function readFiles(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

async function build(bundler, place, change) {
  const files = { ...sources, ...change };
  const [src, output] = [path.join(place, 'src'), path.join(place, 'built')];
  for (const folder of [src, output]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(src, name), text);
  const page = await bundle(bundler, place, output);
  const stories = Object.keys(files).filter((name) => name.endsWith('.stories.js'));
  const entries = stories.map((name) => {
    const id = name.split('.')[0].toLowerCase();
    return [id, { type: 'story', id, name: 'Plain', importPath: `./src/${name}` }];
  });
  return {
    ...readFiles(output),
    'iframe.html': page,
    'index.json': JSON.stringify({ v: 5, entries: Object.fromEntries(entries) }),
  };
}

/** Files that a build has otherwise, and null for those that it has not. */
const difference = (from, to) =>
  Object.fromEntries(
    [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((name) => from[name] !== to[name])
      .map((name) => [name, to[name] ?? null]),
  );

mkdirSync(fixtures, { recursive: true });
const wanted = process.argv.slice(2);
for (const [bundler, versions] of Object.entries(bundlers)) {
  if (wanted.length > 0 && !wanted.includes(bundler)) continue;
  const place = mkdtempSync(path.join(tmpdir(), 'svc-proof-fixtures-'));
  try {
    await step(`Building with ${bundler}`, async () => {
      writeFileSync(
        path.join(place, 'package.json'),
        JSON.stringify({ name: 'book', private: true, sideEffects: ['*.css'], dependencies: versions }),
      );
      const quietly = [
        '--ignore-scripts',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ];
      await runNpm(['install', ...quietly], { cwd: place, quiet: true });
      const made = {};
      for (const [name, change] of Object.entries(builds)) made[name] = await build(bundler, place, change);
      const fixture = {
        first: made.first,
        restyled: difference(made.first, made.restyled),
        extended: difference(made.first, made.extended),
      };
      writeFileSync(path.join(fixtures, `${bundler}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
