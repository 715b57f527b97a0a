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
const types = ['index', 'options', 'reporter', 'withSvc'].map((name) => path.join(root, `dist/${name}.d.ts`));
types.push(path.join(root, '../stabilise/dist/StabiliseOptions.d.ts'));
for (const file of types) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(from '\.\/\w+)\.js'/g, "$1.cjs'")
    .replaceAll("from '@svc/stabilise'", "from './StabiliseOptions.cjs'");
  writeFileSync(path.join(folder, path.basename(file).replace(/\.ts$/, '.cts')), text);
}
