import type { CommitRecord, ErrorBody, KnownCommits } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { CommitGraphs } from '../service/CommitGraphs.js';
import { findProject } from '../store/projects/projects.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const commit = (id: string, ...parents: string[]): CommitRecord => ({ id, parents, origin: 'ab'.repeat(16) });
/** `a9` down to `a0`, the root. */
const chain = (name: string, length: number) =>
  Array.from({ length }, (_, index) =>
    commit(`${name}${index}`, ...(index > 0 ? [`${name}${index - 1}`] : [])),
  ).reverse();

const add = async (commits: CommitRecord[], apiKey?: string) => {
  const { status } = await service.ask<ErrorBody>('POST', '/api/v1/commits', { commits }, apiKey);
  expect(status).toBe(200);
};
const ask = async (commits: string[], apiKey?: string) =>
  (await service.ask<KnownCommits>('POST', '/api/v1/commits/known', { commits }, apiKey)).body;

test('what one build told is known to the next, with where it ends', async () => {
  expect(await ask(['a9', 'a8'])).toEqual({ known: [], missing: [] });
  await add(chain('a', 10).slice(0, 2));
  expect(await ask(['a9', 'a8', 'a7'])).toEqual({ known: ['a9', 'a8'], missing: ['a7'] });
  await add(chain('a', 10));
  expect(await ask(['a9', 'a7'])).toEqual({ known: ['a9', 'a7'], missing: [] });
});

test('what is told first stays, and projects know nothing of each other', async () => {
  await add([commit('b1', 'b0')]);
  await add([commit('b1', 'other')]);
  expect(await ask(['b1'])).toEqual({ known: ['b1'], missing: ['b0'] });
  const other = await service.newKey('acme/commits');
  expect(await ask(['b1'], other)).toEqual({ known: [], missing: [] });
  await add([commit('b1', 'other')], other);
  expect(await ask(['b1'], other)).toEqual({ known: ['b1'], missing: ['other'] });
});

test('processes that read while others write miss nothing', async () => {
  const { database } = service.resources;
  const project = await findProject(database, 'acme/web');
  if (!project) throw new Error('the test service has a project');
  const readers = [new CommitGraphs(), new CommitGraphs()];
  const builds = Array.from({ length: 12 }, (_, build) => chain(`p${build}x`, 40));
  const written = builds.flatMap((commits) => [add(commits.slice(20)), add(commits.slice(0, 25))]);
  const read = Array.from({ length: 20 }, (_, turn) => readers[turn % 2]?.read(database, project.id));
  await Promise.all([...written, ...read]);
  for (const reader of readers) {
    const graph = await reader.read(database, project.id);
    for (const commits of builds) {
      expect(graph.openEnds([commits[0]?.id ?? ''], 10)).toEqual([]);
      for (const { id } of commits) expect(graph.knows(id)).toBe(true);
    }
  }
});

test('what is not a commit, or too many at a time, is refused', async () => {
  const { status, body } = await service.ask<ErrorBody>('POST', '/api/v1/commits', {
    commits: [{ ...commit('a1'), parents: ['not an id'] }],
  });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  const many = Array.from({ length: 5_001 }, (_, index) => commit(`m${index}`));
  expect((await service.ask('POST', '/api/v1/commits', { commits: many })).status).toBe(400);
});
