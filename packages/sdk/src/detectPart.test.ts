import { describe, expect, test } from 'vitest';
import { detectPart } from './detectPart.js';

const none = { shard: undefined, job: undefined, runKey: undefined };

describe('shard', () => {
  test('comes from the argument, SVC_SHARD, the command, CI, in that order', () => {
    const env: Record<string, string> = { SVC_SHARD: '2/9', CI_NODE_INDEX: '4', CI_NODE_TOTAL: '9' };
    const command = ['npx', 'playwright', 'test', '--shard=3/9'];
    expect(detectPart(env, { shard: '1/9', command }).shard).toBe('1/9');
    expect(detectPart(env, { command }).shard).toBe('2/9');
    delete env.SVC_SHARD;
    expect(detectPart(env, { command }).shard).toBe('3/9');
    expect(detectPart(env).shard).toBe('4/9');
    expect(detectPart({})).toEqual(none);
  });

  test('1/1 is said where it is given, and is none where CI says so', () => {
    const env = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' };
    expect(detectPart(env, { shard: '1/1' }).shard).toBe('1/1');
    expect(detectPart({ ...env, SVC_SHARD: '1/1' }).shard).toBe('1/1');
    expect(detectPart({ ...env, SVC_SHARD: ' ' }).shard).toBe('2/3');
    expect(detectPart({ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '1' }).shard).toBeUndefined();
  });

  test.each(['0/3', '4/3', '1', '1/0', 'a/b', '01/3', '1/3/5', '1/10000'])('%s is refused', (shard) => {
    for (const part of [() => detectPart({}, { shard }), () => detectPart({ SVC_SHARD: shard })]) {
      expect(part).toThrow(
        expect.objectContaining({
          name: 'SvcError',
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining('must look like 2/4'),
        }),
      );
    }
  });

  test.each(['1/?', '12/?', '9999/9999'])('%s is one', (shard) => {
    expect(detectPart({}, { shard }).shard).toBe(shard);
  });

  test.each<[string[], string | undefined]>([
    [['npx', 'playwright', 'test', '--shard=1/3'], '1/3'],
    [['npx', 'vitest', 'run', '--shard', '2/3', '--project', 'web'], '2/3'],
    [['npx', 'jest', '--ci', '--shard=3/3'], '3/3'],
    [['npm', 'test', '--', '--shard=1/2'], '1/2'],
    [['sh', '-c', 'npx playwright test --shard="2/4" && echo done'], '2/4'],
    [['npx', 'playwright', 'test', '--shard=1/1'], '1/1'],
    [['npx', 'playwright', 'test', '--shard=5/3'], undefined],
    [['sh', '-c', 'playwright test --shard=1/2; playwright test --shard=2/2'], undefined],
    [['sh', '-c', 'playwright test --shard=1/2 || playwright test --shard=1/2 --last-failed'], '1/2'],
    [['npx', 'playwright', 'test', '--no-shard=1/3'], undefined],
    [['npx', 'playwright', 'test', '--shard=1/3/x'], undefined],
    [['npx', 'playwright', 'test', 'tests/1/3'], undefined],
  ])('of %j', (command, shard) => {
    expect(detectPart({}, { command }).shard).toBe(shard);
  });

  test.each([
    { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3' },
    { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '3' },
    { CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '3' },
    { CI_NODE_TOTAL: '3' },
    // Set by hand, where some count from 0 and others from 1.
    { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' },
    // It counts all tasks of a build.
    { CIRRUS_CI: 'true', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' },
  ])('%j says nothing', (env) => {
    expect(detectPart(env).shard).toBeUndefined();
  });
});

describe('job and run', () => {
  test('come from SVC_JOB and SVC_RUN_KEY before CI', () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_JOB: 'visual', GITHUB_RUN_ID: '7', GITHUB_RUN_ATTEMPT: '2' };
    expect(detectPart(env)).toEqual({ shard: undefined, job: 'visual', runKey: 'github:7' });
    expect(detectPart({ ...env, SVC_JOB: 'visual firefox', SVC_RUN_KEY: 'nightly' })).toEqual({
      shard: undefined,
      job: 'visual firefox',
      runKey: 'nightly',
    });
  });

  test('are names that the service takes', () => {
    const { job } = detectPart({ SVC_JOB: ` a\n\tb ${'x'.repeat(600)}` });
    expect(job).toMatch(/^a b x+$/);
    expect(job).toHaveLength(512);
  });

  test('are those of one CI', () => {
    const env = { GITHUB_RUN_ID: '7', CI_JOB_NAME: 'other', CI_PIPELINE_ID: '8' };
    expect(detectPart(env)).toEqual({ shard: undefined, job: undefined, runKey: 'github:7' });
  });
});
