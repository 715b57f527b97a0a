// The plugin and what prepares a runner, as CommonJS: Jest loads nothing else without flags.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(['index', 'setup'].map((name) => [name, path.join(root, `dist/${name}.js`)])),
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
const types = [
  ...['index', 'setup', 'SvcPage', 'MochaTest'].map((name) => `dist/${name}.d.ts`),
  '../stabilise/dist/StabiliseOptions.d.ts',
  '../test-core/dist/driver/DriverOptions.d.ts',
  '../test-core/dist/driver/JestReporter.d.ts',
].map((name) => path.join(root, name));
for (const file of types) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(from '\.\/\w+)\.js'/g, "$1.cjs'")
    .replaceAll("from '@svc/stabilise'", "from './StabiliseOptions.cjs'")
    .replaceAll("{ JestReporter } from '@svc/test-core/driver'", "{ JestReporter } from './JestReporter.cjs'")
    .replaceAll("from '@svc/test-core/driver'", "from './DriverOptions.cjs'");
  writeFileSync(path.join(folder, path.basename(file).replace(/\.ts$/, '.cts')), text);
}
