// The plugin and its reporter, as CommonJS, with what they depend on and the licenses of that.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(['index', 'reporter'].map((name) => [name, path.join(root, `dist/${name}.js`)])),
  external: [/^node:/],
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
const license = readFileSync(path.join(root, '../../node_modules/zod/LICENSE'), 'utf8').trim();
writeFileSync(path.join(folder, 'LICENSES.md'), `## zod\n\n${license}\n`);
const types = [
  ...['index', 'options', 'withSvc', 'withSvcJest'].map((name) => `dist/${name}.d.ts`),
  '../stabilise/dist/StabiliseOptions.d.ts',
].map((name) => path.join(root, name));
for (const file of types) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(from '\.\/\w+)\.js'/g, "$1.cjs'")
    .replaceAll("from '@svc/stabilise'", "from './StabiliseOptions.cjs'");
  writeFileSync(path.join(folder, path.basename(file).replace(/\.ts$/, '.cts')), text);
}
