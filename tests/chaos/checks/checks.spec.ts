import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Build, expectSnapshot, newBuild } from '../clients/Build.js';
import { Journal } from '../Journal.js';
import type { Row, World } from '../world/openWorld.js';
import { checkBuild } from './checkBuilds.js';
import { checkCodeHost } from './checkCodeHost.js';
import { checkOnce } from './checkOnce.js';

let folder: string;
let journal: Journal;
let build: Build;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-chaos-checks-'));
  journal = new Journal(join(folder, 'calls.ndjson'));
  build = newBuild({ client: 'uploads 1', kind: 'uploads', suite: 'buttons', commit: 'c0ffee' });
  Object.assign(build, {
    captureId: 'cap_1',
    diffId: 'dif_1',
    created: 'yes',
    completed: 'yes',
    compared: 'yes',
  });
  expectSnapshot(build, 'header', { hash: 'a1', uploaded: 'yes' }).decided = new Set(['approved']);
  build.decisions.push({ kind: 'approve', names: ['header'], done: 'yes' });
});
afterEach(() => rmSync(folder, { recursive: true }));

const world = (parts: object) => ({ journal, ...parts }) as World;
const violations = () => journal.violations.map((line) => line.replace(/^.*? s {2}/, ''));

/** A service that shows these snapshots and results. */
const showing = (snapshots: object[], results: object[]) =>
  world({
    ending: new AbortController().signal,
    connect: () => ({
      getCapture: async () => ({ id: 'cap_1', status: 'completed', error: null, snapshots }),
      getDiff: async () => ({ id: 'dif_1', status: 'completed', results }),
    }),
  });

test('a snapshot and a decision that are gone are told', async () => {
  await checkBuild(showing([], [{ name: 'header', headHash: 'a1', approvalStatus: 'pending' }]), build);
  expect(violations()).toEqual([
    'capture cap_1 of c0ffee (client uploads 1) has lost header, which was acknowledged',
    'diff dif_1 of c0ffee (client uploads 1) has header pending, though it was acknowledged as approved',
  ]);
});

/** A database with these keys in each table. */
const holding = (tables: Record<string, string[]>) =>
  world({
    query: async (text: string): Promise<Row[]> => {
      const [, keys = []] = Object.entries(tables).find(([table]) => text.includes(`from ${table}`)) ?? [];
      return [...new Set(keys)].map((key) => ({ key, count: keys.filter((other) => other === key).length }));
    },
  });

test('what is there once is right, and what is there twice is told', async () => {
  const once = {
    captures: ['c0ffee'],
    diffs: ['cap_1'],
    decisions: ['dif_1approvedheader'],
    audit_log: ['diff.approveddif_1'],
  };
  await checkOnce(holding(once), [build]);
  expect(violations()).toEqual([]);
  await checkOnce(holding({ ...once, captures: ['c0ffee', 'c0ffee'], audit_log: [] }), [build]);
  expect(violations()).toEqual([
    'there are 2 captures of c0ffee (client uploads 1), though one was asked for and acknowledged',
    'the audit entry that it was approved of dif_1 (client uploads 1) is there 0 times, though it was asked for 1 times and acknowledged 1 times',
  ]);
});

test('checks of the code host that are double, in progress, wrong or missing are told', () => {
  const suite = { name: 'svc / buttons', head_sha: 'c0ffee', status: 'completed', conclusion: 'success' };
  const commit = { ...suite, name: 'svc' };
  checkCodeHost(world({ github: { runs: [suite, commit] } }), [build]);
  expect(violations()).toEqual([]);
  checkCodeHost(world({ github: { runs: [suite, suite] } }), [build]);
  const running = { ...commit, status: 'in_progress', conclusion: null };
  checkCodeHost(world({ github: { runs: [suite, running] } }), [build]);
  expect(violations()).toEqual([
    'the code host shows 2 checks svc / buttons at c0ffee',
    'the code host shows no check svc at c0ffee',
    'the code host shows the check svc at c0ffee as in_progress',
    'the code host shows the check svc at c0ffee as null instead of success',
  ]);
});
