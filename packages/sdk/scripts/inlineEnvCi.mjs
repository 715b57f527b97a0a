// The SDK has no dependencies when it is installed: env-ci becomes part of the one module that uses it.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fileOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const module = fileOf('dist/ci/otherCi.js');
const inlined = `${module}.inlined`;

if (/from ["']env-ci["']/.test(readFileSync(module, 'utf8'))) {
  const bundle = await rolldown({
    input: module,
    external: /^node:/,
    platform: 'node',
    resolve: { alias: { execa: fileOf('scripts/noGit.mjs') } },
  });
  await bundle.write({
    file: inlined,
    format: 'esm',
    banner: ['env-ci', 'java-properties'].map(licenseOf).join('\n'),
  });
  await bundle.close();
  renameSync(inlined, module);
}

/** As a comment that bundlers keep. */
function licenseOf(name) {
  const folder = folderOf(name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'license', 'LICENSE.md'].map((one) => join(folder, one)).find(existsSync);
  const text = file ? readFileSync(file, 'utf8').trim() : `License: ${license}`;
  return `/*! ${name} ${version}\n\n${text}\n*/`;
}

function folderOf(name) {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = paths.map((folder) => join(folder, name)).find(existsSync);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}
