import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

/** Where in the lock file a package finds another that it depends on: the nearest node_modules upwards. */
function resolve(from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const found = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[found]) return packages[found].link ? packages[found].resolved : found;
    if (folder === '') return null;
  }
}

/** Names of everything that a workspace brings along where it is installed, optional parts included. */
function productionDependencies(workspace) {
  const names = new Set();
  const seen = new Set();
  const waiting = [workspace];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(place, name);
      if (!found) continue;
      names.add(name);
      waiting.push(found);
    }
  }
  return names;
}

const otherEngines =
  /^(sharp|@img\/.*|pixelmatch.*|pngjs|odiff-bin|@blazediff\/.*|imagemagick|gm|jimp|canvas)$/;

test('the server brings along no image library but our own', () => {
  const names = productionDependencies('apps/server');
  expect(names).toContain('@svc/image-diff');
  expect(names).toContain('fastify');
  expect([...names].filter((name) => otherEngines.test(name))).toEqual([]);
});

test.each(['packages/image-diff', 'packages/sdk'])('%s brings along nothing', (workspace) => {
  expect([...productionDependencies(workspace)]).toEqual([]);
});
