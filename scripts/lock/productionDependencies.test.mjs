import { expect, test } from 'vitest';
import { listProductionDependencies, nameOf } from './lockFile.mjs';

const otherEngines =
  /^(sharp|@img\/.*|pixelmatch.*|pngjs|odiff-bin|@blazediff\/.*|imagemagick|gm|jimp|canvas)$/;

test('the server depends on no image library other than image-diff', () => {
  const names = listProductionDependencies('apps/server').map(nameOf);
  expect(names).toContain('@svc/image-diff');
  expect(names).toContain('fastify');
  expect(names.filter((name) => otherEngines.test(name))).toEqual([]);
});

test.each(['packages/image-diff', 'packages/layout-diff', 'packages/sdk'])(
  '%s has no dependencies',
  (workspace) => {
    expect(listProductionDependencies(workspace)).toEqual([]);
  },
);
