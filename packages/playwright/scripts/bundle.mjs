// The plugin and its reporter with what they share, as CommonJS: Playwright loads both kinds of projects' modules with it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');
const entries = ['index', 'reporter', 'checkReporter'];

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, path.join(root, `dist/${name}.js`)])),
  external: [/^node:/, /^@playwright\/test/],
  platform: 'node',
});
await bundle.write({
  dir: folder,
  format: 'cjs',
  exports: 'named',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
});
await bundle.close();
for (const name of ['index', 'options', 'reporter', 'withSvc']) {
  const types = readFileSync(path.join(root, `dist/${name}.d.ts`), 'utf8');
  writeFileSync(path.join(folder, `${name}.d.cts`), types.replaceAll(/(from '\.\/\w+)\.js'/g, "$1.cjs'"));
}
