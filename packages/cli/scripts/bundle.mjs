// `svc` in one file and its start, with what it depends on and the licenses of that.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');

const bundle = await rolldown({
  input: path.join(root, 'dist/main.js'),
  external: /^node:/,
  platform: 'node',
});
rmSync(folder, { recursive: true, force: true });
const { output } = await bundle.write({
  file: path.join(folder, 'svc.js'),
  format: 'esm',
  codeSplitting: false,
});
await bundle.close();
// What is started: it looks at the version of Node first.
cpSync(path.join(root, 'entry'), folder, { recursive: true });
// The type of svc.config.ts, which stands alone. Its source is not in the package.
const type = readFileSync(path.join(root, 'dist/SvcConfig.d.ts'), 'utf8');
writeFileSync(path.join(folder, 'SvcConfig.d.ts'), type.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
writeFileSync(
  path.join(folder, 'LICENSES.md'),
  listLicenses(output.flatMap(({ moduleIds }) => moduleIds ?? [])),
);

/** The licenses of the packages that the modules are from, once each. */
function listLicenses(modules) {
  const inPackage = /[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/;
  const licenses = new Map();
  for (const module of modules) {
    const found = inPackage.exec(module);
    // Modules that the bundler makes have a name that begins with a NUL.
    if (!found || module.startsWith('\0')) continue;
    const place = module.slice(0, found.index + found[0].length);
    const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
    const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(path.join(place, file), 'utf8').trim() : `License: ${license}`;
    licenses.set(`${name} ${version}`, text);
  }
  const names = [...licenses.keys()].sort();
  return names.map((name) => `## ${name}\n\n${licenses.get(name)}\n`).join('\n');
}
