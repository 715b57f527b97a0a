import { expect, test } from 'vitest';
import { tellBranches } from './tellBranches.js';

type Results = Parameters<typeof tellBranches>[1]['results'];

async function told(statuses: string[], refs: string[], branch: string | undefined): Promise<string[]> {
  const lines: string[] = [];
  const results = statuses.map((status) => ({ status })) as Results;
  await tellBranches({ getBaselineRefs: async () => refs }, { suite: 'ui', results }, branch, {
    tell: (line) => lines.push(line),
  });
  return lines;
}

test('branches with baselines are named where nothing was compared', async () => {
  expect(await told(['new', 'new'], ['master'], 'red')).toEqual([
    expect.stringContaining('suite "ui" has baselines on master.'),
  ]);
  expect(await told(['new'], ['a', 'b', 'c', 'd'], undefined)).toEqual([
    expect.stringContaining('has baselines on a, b, c.'),
  ]);
});

test('nothing is said of a first build, of one branch alone, and where something was compared', async () => {
  expect(await told(['new'], [], 'main')).toEqual([]);
  expect(await told(['new'], ['main'], 'main')).toEqual([]);
  expect(await told(['new', 'unchanged'], ['main'], 'red')).toEqual([]);
  expect(await told(['new', 'removed'], ['main'], 'red')).toEqual([]);
  expect(await told([], ['main'], 'red')).toEqual([]);
});
