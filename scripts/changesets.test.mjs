import { readdirSync, readFileSync } from 'node:fs';
import getReleasePlan from '@changesets/get-release-plan';
import { expect, test } from 'vitest';
import { root } from './setup/runProgram.mjs';

// Unlike `changeset status`, which compares with main, this also works in a shallow clone.
test('every changeset has a summary and names published packages', async () => {
  const files = readdirSync(`${root}/.changeset`).filter((file) => file.endsWith('.md'));
  const published = readdirSync(`${root}/packages`)
    .map((folder) => JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8')))
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name);

  const { changesets } = await getReleasePlan(root);

  expect(changesets.map(({ id }) => `${id}.md`).sort()).toEqual(files.sort());
  for (const { id, summary, releases } of changesets) {
    expect(summary, id).not.toBe('');
    expect(releases, id).not.toEqual([]);
    for (const { name } of releases) expect(published, id).toContain(name);
  }
});
