// The plugin with what it shares, and its half that runs in the browser.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');

rmSync(folder, { recursive: true, force: true });
for (const [name, platform] of [
  ['index', 'node'],
  ['setup', 'browser'],
]) {
  const bundle = await rolldown({
    input: { [name]: path.join(root, `dist/${name}.js`) },
    external: [/^node:/, /^vitest(\/|$)/],
    platform,
  });
  await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' });
  await bundle.close();
}
for (const name of ['index', 'options', 'svcVitest', 'browser/SvcMatchOptions']) {
  const types = readFileSync(path.join(root, `dist/${name}.d.ts`), 'utf8');
  writeFileSync(
    path.join(folder, `${path.basename(name)}.d.ts`),
    types.replaceAll(/'\.\.?\/(browser\/)?(\w+)\.js'/g, "'./$2.js'"),
  );
}
