import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Bundles a plugin of a test runner into its folder `bundle`, with all that it shares.
 * @param root the folder of the package
 * @param format `cjs`, in files `.cjs` with types `.d.cts`, or `esm`, in `.js` with `.d.ts`
 * @param entries names of modules in `dist`
 * @param external what the project of the test has, besides Node's own modules
 * @param types files with types, from the package's folder; all of them end up in one folder
 * @param typesOf names of other packages in those files, and the file that has their types
 * @throws {Error} if a file with types names one that is not among them
 */
export async function bundlePlugin({ root, format, entries, external = [], types, typesOf }) {
  const folder = path.join(root, 'bundle');
  const [script, typeFile] = format === 'cjs' ? ['cjs', '.cts'] : ['js', '.ts'];
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, path.join(root, `dist/${name}.js`)])),
    external: [/^node:/, ...external],
    platform: 'node',
  });
  await bundle.write({
    dir: folder,
    format,
    ...(format === 'cjs' && { exports: 'named' }),
    entryFileNames: `[name].${script}`,
    chunkFileNames: `[name].${script}`,
  });
  await bundle.close();
  const written = new Set(types.map((file) => path.basename(file, '.d.ts')));
  for (const file of types) {
    const own = readFileSync(path.join(root, file), 'utf8').replaceAll(
      /(from '\.\/\w+)\.js'/g,
      `$1.${script}'`,
    );
    const text = Object.entries(typesOf).reduce(
      (all, [imported, name]) =>
        all.replaceAll(imported, imported.replace(/'[^']+'/, `'./${name}.${script}'`)),
      own,
    );
    for (const [, named] of text.matchAll(/from '\.\/(\w+)\.[cm]?js'/g))
      if (!written.has(named)) throw new Error(`${file} takes types from ${named}, which is not bundled`);
    writeFileSync(path.join(folder, path.basename(file).replace(/\.ts$/, typeFile)), text);
  }
}
