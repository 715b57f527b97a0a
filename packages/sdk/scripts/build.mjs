// Beside the modules that `tsc -b` makes: what `require` loads, and declarations that import nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { rollUpTypes } from './rollUpTypes.mjs';

const fileOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

mkdirSync(fileOf('types'), { recursive: true });
for (const entry of ['index', 'browser']) {
  const bundle = await rolldown({ input: fileOf(`dist/${entry}.js`), external: /^node:/, platform: 'node' });
  await bundle.write({ file: fileOf(`dist/${entry}.cjs`), format: 'cjs', exports: 'named' });
  await bundle.close();
  const types = rollUpTypes(entry);
  for (const extension of ['ts', 'cts']) writeFileSync(fileOf(`types/${entry}.d.${extension}`), types);
}
