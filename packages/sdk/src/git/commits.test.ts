import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startFakeService } from '../../testing/startFakeService.js';
import { SvcClient } from '../SvcClient.js';
import type { CommitRecord, KnownCommits } from '../types.js';
import { collectHistory } from './collectHistory.js';
import { isBuiltOn } from './isBuiltOn.js';
import { readCommits } from './readCommits.js';
import { type CommitGraphService, shareCommits } from './shareCommits.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-commits-'));
afterAll(() => rmSync(folder, { recursive: true }));

let minute = 0;
function repository(name: string) {
  const cwd = join(folder, name);
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GIT_AUTHOR_NAME: 'Zoë "Z" <x>',
        GIT_AUTHOR_EMAIL: 'z@example.com',
        GIT_AUTHOR_DATE: `2026-01-01T00:${String(minute++ % 60).padStart(2, '0')}:00+0530`,
        GIT_COMMITTER_NAME: 'ci',
        GIT_COMMITTER_EMAIL: 'ci@example.com',
        GIT_CONFIG_NOSYSTEM: '1',
        HOME: folder,
      },
    }).trim();
  return {
    cwd,
    git,
    commit: (message: string) => {
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
  };
}

function createRepository(name: string) {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', join(folder, name)]);
  return repository(name);
}

function cloneOf(origin: string, name: string, ...options: string[]) {
  execFileSync('git', ['clone', '--quiet', ...options, `file://${origin}`, join(folder, name)]);
  return repository(name);
}

/** A service with a graph in memory. */
function createService(): CommitGraphService & { graph: Map<string, CommitRecord>; sent: string[] } {
  const graph = new Map<string, CommitRecord>();
  const sent: string[] = [];
  return {
    graph,
    sent,
    findKnownCommits: async (commits) => {
      const reached = new Set(commits.filter((id) => graph.has(id)));
      for (const id of reached) for (const parent of graph.get(id)?.parents ?? []) reached.add(parent);
      return {
        known: commits.filter((id) => graph.has(id)),
        missing: [...reached].filter((id) => !graph.has(id)),
      };
    },
    addCommits: async (commits) => {
      for (const commit of commits) graph.set(commit.id, commit);
      sent.push(...commits.map(({ id }) => id));
    },
  };
}

describe('commits of a clone', () => {
  const origin = createRepository('origin');
  const first = origin.commit('First');
  origin.git('switch', '--quiet', '--create', 'feature');
  const feature = origin.commit('Feature\n\nwith a body\n\nparent 0000');
  origin.git('switch', '--quiet', 'main');
  const second = origin.commit('  Second');
  origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'feature');
  const merge = origin.git('rev-parse', 'HEAD');

  test('are read with their parents, newest first', async () => {
    const commits = await readCommits({ cwd: origin.cwd, limit: 10 });
    expect(commits.map(({ id }) => id)).toEqual(expect.arrayContaining([merge, second, feature, first]));
    expect(commits[0]).toMatchObject({ id: merge, parents: [second, feature] });
    expect(commits.at(-1)).toMatchObject({ id: first, parents: [] });
    for (const { origin } of commits) expect(origin).toMatch(/^[0-9a-f]{32}$/);
  });

  test('are read as far as they are asked for, and without what is known', async () => {
    expect(await readCommits({ cwd: origin.cwd, limit: 2 })).toHaveLength(2);
    const ids = (await readCommits({ cwd: origin.cwd, without: [second], limit: 9 })).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([merge, feature].toSorted());
  });

  test('name their parents at the end of a shallow clone', async () => {
    const shallow = cloneOf(origin.cwd, 'shallow', '--depth=1');
    const [only, ...more] = await readCommits({ cwd: shallow.cwd, limit: 10 });
    expect(only).toMatchObject({ id: merge, parents: [second, feature] });
    expect(more).toEqual([]);
  });

  test('keep their origin where they are rewritten, unless their subject is', async () => {
    const clone = cloneOf(origin.cwd, 'rewritten');
    const originOf = async (id: string) =>
      (await readCommits({ cwd: clone.cwd, from: [id], limit: 1 }))[0]?.origin;
    const before = await originOf(feature);
    clone.git('switch', '--quiet', '--create', 'rebased', feature);
    clone.git('rebase', '--quiet', '--force-rebase', second);
    const rebased = clone.git('rev-parse', 'HEAD');
    expect(rebased).not.toBe(feature);
    expect(await originOf(rebased)).toBe(before);
    clone.git('commit', '--quiet', '--amend', '--allow-empty', '--message', 'Feature\n\nanother body');
    expect(await originOf('HEAD')).toBe(before);
    clone.git('commit', '--quiet', '--amend', '--allow-empty', '--message', 'Something else');
    expect(await originOf('HEAD')).not.toBe(before);
    expect(await originOf(second)).not.toBe(before);
  });

  test('are the same in every clone, whatever it replaces and however it shows names', async () => {
    const clone = cloneOf(origin.cwd, 'configured');
    const read = () => readCommits({ cwd: clone.cwd, limit: 10 });
    const before = await read();
    clone.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1');
    expect(await read()).toEqual(before);
    clone.git('replace', '--graft', merge, first);
    expect(await read()).toEqual(before);
    expect(await isBuiltOn(merge, feature, clone.cwd)).toBe(true);
    expect(await collectHistory(clone.cwd)).toEqual(before.map(({ id }) => id));
  });

  test('are none without a repository', async () => {
    expect(await readCommits({ cwd: folder, limit: 10 })).toEqual([]);
    expect(await readCommits({ cwd: createRepository('empty').cwd, limit: 10 })).toEqual([]);
    expect(await readCommits({ cwd: join(folder, 'nowhere'), limit: 10 })).toEqual([]);
  });

  test('that the clone lacks are passed over', async () => {
    const from = ['0123456789012345678901234567890123456789', second];
    expect((await readCommits({ cwd: origin.cwd, from, limit: 9 })).map(({ id }) => id)).toEqual([
      second,
      first,
    ]);
  });
});

describe('sharing commits', () => {
  const origin = createRepository('shared');
  const chain = Array.from({ length: 230 }, (_, index) => origin.commit(`Commit ${index}`));
  const clone = cloneOf(origin.cwd, 'deep');

  test('sends everything once, then what is new', async () => {
    const service = createService();
    expect(await shareCommits(service, clone.cwd)).toMatchObject({ sent: 230 });
    expect(new Set(service.graph.keys())).toEqual(new Set(chain));
    expect(await shareCommits(service, clone.cwd)).toMatchObject({ sent: 0 });
    const next = clone.commit('Next');
    expect(await shareCommits(service, clone.cwd)).toMatchObject({ sent: 1 });
    expect(service.sent.at(-1)).toBe(next);
  });

  test('a full clone tells what a shallow one could not', async () => {
    const service = createService();
    const shallow = cloneOf(origin.cwd, 'depth-one', '--depth=1');
    expect(await shareCommits(service, shallow.cwd)).toEqual({ sent: 1, isCutOff: true });
    expect(await shareCommits(service, shallow.cwd)).toEqual({ sent: 0, isCutOff: true });
    expect(await shareCommits(service, origin.cwd)).toEqual({ sent: 229, isCutOff: false });
    expect(new Set(service.graph.keys())).toEqual(new Set(chain));
    expect(await shareCommits(service, shallow.cwd)).toEqual({ sent: 0, isCutOff: false });
  });

  test('what is known ends below more commits than are asked about', async () => {
    const service = createService();
    const middle = cloneOf(origin.cwd, 'depth-middle', '--depth=220');
    await shareCommits(service, middle.cwd);
    expect(service.graph.size).toBe(220);
    await shareCommits(service, origin.cwd);
    expect(new Set(service.graph.keys())).toEqual(new Set(chain));
    expect(new Set(service.sent).size).toBe(service.sent.length);
  });

  test('a clone without commits sends nothing and asks nothing', async () => {
    const refuses = () => Promise.reject(new Error('asked'));
    const service = { findKnownCommits: refuses, addCommits: refuses };
    expect(await shareCommits(service, createRepository('blank').cwd)).toMatchObject({ sent: 0 });
  });

  test('goes through the client', async () => {
    const graph = createService();
    const service = await startFakeService({
      findKnownCommits: ({ body }): Promise<KnownCommits> =>
        graph.findKnownCommits((body as { commits: string[] }).commits),
      addCommits: async ({ body }) => {
        await graph.addCommits((body as { commits: CommitRecord[] }).commits);
        return {};
      },
    });
    try {
      const client = new SvcClient({ apiKey: 'svc_key', apiUrl: service.url });
      expect(await shareCommits(client, origin.cwd)).toMatchObject({ sent: 230 });
      expect(await shareCommits(client, origin.cwd)).toMatchObject({ sent: 0 });
      expect(service.problems).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
