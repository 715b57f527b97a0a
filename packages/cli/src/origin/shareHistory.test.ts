import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitGraphService } from '@svc/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareHistory } from './shareHistory.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-history-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cwd, { recursive: true });
});

const unasked: CommitGraphService = {
  findKnownCommits: () => Promise.reject(new Error('nothing is to be asked')),
  addCommits: () => Promise.reject(new Error('nothing is to be sent')),
};

async function share() {
  const lines: string[] = [];
  const signal = new AbortController().signal;
  const isTold = await shareHistory(unasked, { env: {}, cwd, signal }, (line) => lines.push(line));
  return { isTold, lines };
}

test('says why git does not read the clone of another user', async () => {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  execFileSync('git', ['init', '--quiet'], { cwd });
  execFileSync('git', [...identity, 'commit', '--quiet', '--allow-empty', '--message', 'First'], { cwd });
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  const { isTold, lines } = await share();
  expect(isTold).toBe(false);
  expect(lines).toEqual([expect.stringMatching(/another user owns this clone.*safe\.directory/)]);
});

test('says that git is missing, without which baselines may be guessed', async () => {
  vi.stubEnv('PATH', cwd);
  expect(await share()).toEqual({
    isTold: false,
    lines: [expect.stringMatching(/since git is not installed; baselines may be guessed: install git$/)],
  });
});

test('says nothing where there is no repository, or none with a commit', async () => {
  expect(await share()).toEqual({ isTold: false, lines: [] });
  execFileSync('git', ['init', '--quiet'], { cwd });
  expect(await share()).toEqual({ isTold: false, lines: [] });
});
