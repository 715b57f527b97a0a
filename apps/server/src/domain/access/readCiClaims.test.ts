// biome-ignore-all lint/style/useNamingConvention: claims of GitHub's and GitLab's identity tokens.

import { describe, expect, test } from 'vitest';
import { bindingOf, readCiClaims } from './readCiClaims.js';

type Claims = Record<string, unknown>;

const branchOf = (kind: 'github' | 'gitlab', claims: Claims) => {
  const identity = readCiClaims(kind, 'https://issuer.test', claims);
  return identity && bindingOf(identity, 'main').branch;
};

describe('GitHub', () => {
  const claims = { repository: 'acme/web', repository_id: '7', ref: 'refs/heads/main', run_id: '9' };
  const pull = { ...claims, ref: 'refs/pull/3/merge', event_name: 'pull_request', base_ref: 'main' };
  test.each<[string, Claims, string | null]>([
    ['a push', { ...claims, event_name: 'push' }, 'main'],
    ['a tag', { ...claims, ref: 'refs/tags/v1', event_name: 'push' }, null],
    ['a tag called main', { ...claims, ref: 'refs/tags/main', ref_type: 'tag', event_name: 'push' }, null],
    ['a tag with a full name', { ...claims, ref: 'refs/tags/refs/heads/main', event_name: 'push' }, null],
    ['a tag that poses as a branch', { ...claims, ref_type: 'tag', event_name: 'push' }, null],
    ['a branch, said twice', { ...claims, ref_type: 'branch', event_name: 'push' }, 'main'],
    ['a short ref', { ...claims, ref: 'main', event_name: 'push' }, null],
    ['a release', { ...claims, ref: 'refs/tags/main', event_name: 'release' }, null],
    ['a ref of a pull request', { ...claims, ref: 'refs/pull/3/merge', event_name: 'push' }, null],
    [
      'an environment',
      { ...claims, environment: 'main', ref: 'refs/heads/topic', event_name: 'push' },
      'topic',
    ],
    [
      'a push with a head',
      { ...claims, ref: 'refs/heads/topic', head_ref: 'main', event_name: 'push' },
      'topic',
    ],
    [
      'a merge queue',
      { ...claims, ref: 'refs/heads/gh-readonly-queue/main/pr-3', event_name: 'merge_group' },
      'gh-readonly-queue/main/pr-3',
    ],
    ['a pull request', { ...pull, head_ref: 'topic' }, 'topic'],
    ['a pull request of a fork from its main', { ...pull, head_ref: 'main' }, null],
    [
      'a pull request that goes to where it comes from',
      { ...pull, head_ref: 'next', base_ref: 'next' },
      null,
    ],
    ['a pull request without a head', pull, null],
    ['pull_request_target', { ...claims, event_name: 'pull_request_target', head_ref: 'topic' }, null],
    ['workflow_run', { ...claims, event_name: 'workflow_run' }, null],
    ['issue_comment', { ...claims, event_name: 'issue_comment' }, null],
    ['something new', { ...claims, event_name: 'something_new' }, null],
  ])('%s is held to its branch, or to none', (_, given, branch) => {
    expect(branchOf('github', given)).toBe(branch);
  });

  test.each(['repository', 'repository_id', 'ref', 'event_name'])(
    'a token without %s is none of a run',
    (claim) => {
      const whole: Claims = { ...claims, event_name: 'push' };
      for (const value of [undefined, '', {}]) {
        expect(readCiClaims('github', 'https://issuer.test', { ...whole, [claim]: value })).toBeNull();
      }
    },
  );
});

describe('GitLab', () => {
  const claims = {
    project_path: 'acme/web',
    project_id: '7',
    ref: 'topic',
    ref_type: 'branch',
    ref_path: 'refs/heads/topic',
  };
  const main = { ...claims, ref: 'main', ref_path: 'refs/heads/main', pipeline_source: 'push' };
  test.each<[string, Claims, string | null]>([
    ['a push', { ...claims, pipeline_source: 'push' }, 'topic'],
    ['a merge request', { ...claims, pipeline_source: 'merge_request_event' }, 'topic'],
    ['a merge request from the main of a fork', { ...main, pipeline_source: 'merge_request_event' }, null],
    ['a push to main', main, 'main'],
    ['a push to main without a path', { ...main, ref_path: undefined }, 'main'],
    ['a push to main without a type', { ...main, ref_type: undefined }, 'main'],
    ['a tag called main', { ...main, ref_type: 'tag', ref_path: 'refs/tags/main' }, null],
    ['a tag called main, by its type', { ...main, ref_type: 'tag', ref_path: undefined }, null],
    ['a tag called main, by its path', { ...main, ref_type: undefined, ref_path: 'refs/tags/main' }, null],
    ['a tag that says both', { ...main, ref_path: 'refs/tags/main' }, null],
    ['a bare name', { ...main, ref_type: undefined, ref_path: undefined }, null],
    ['a merge request by its ref', { ...claims, ref_path: 'refs/merge-requests/3/head' }, 'topic'],
    [
      'a merge request of a fork that runs here',
      {
        ...claims,
        project_path: 'fork/web',
        job_project_path: 'acme/web',
        job_project_id: '7',
        pipeline_source: 'merge_request_event',
      },
      null,
    ],
    ['a merge request that says where it runs', { ...claims, job_project_path: 'acme/web' }, 'topic'],
    ['a pull request elsewhere', { ...claims, pipeline_source: 'external_pull_request_event' }, null],
  ])('%s is held to its branch, or to none', (_, given, branch) => {
    expect(branchOf('gitlab', given)).toBe(branch);
  });
});

test('a merge request of a fork counts for the project that it runs in', () => {
  const claims = {
    project_path: 'fork/web',
    project_id: '8',
    ref: 'topic',
    job_project_path: 'acme/web',
    job_project_id: '7',
  };
  const identity = readCiClaims('gitlab', 'https://gitlab.test', claims);
  expect(identity).toMatchObject({ repository: 'acme/web', repositoryId: '7', isOfOthers: true });
});
