import type { ApprovalStatus, DiffResult } from '@svc/sdk';
import { describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { sampleDiff, sampleResult } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';

const kept = closeAfterAll();

const viewport = { width: 320, height: 200 };
const result = (name: string, approvalStatus: ApprovalStatus, given: Partial<DiffResult> = {}) =>
  sampleResult({ name, status: 'changed', approvalStatus, ...given });
const results = [
  result('button', 'pending'),
  result('button', 'pending', { viewport, browser: 'firefox', status: 'new' }),
  result('card', 'rejected', { decidedBy: 'user:Ada' }),
  result('form', 'approved', { decidedBy: 'key:ci', status: 'removed' }),
  result('nav', 'approved', { status: 'unchanged' }),
];
const slot = (name: string, ifStatus: ApprovalStatus, given: object = {}) => ({
  name,
  viewport: null,
  browser: null,
  ifStatus,
  ...given,
});
const buttons = [slot('button', 'pending'), slot('button', 'pending', { viewport, browser: 'firefox' })];

async function setUp(handlers: FakeHandlers = {}) {
  const numberOf = (body: unknown) => (body as { slots: unknown[] }).slots.length;
  const service = kept(
    await startFakeService({
      getDiff: ({ id }) =>
        id === 'dif_1' ? sampleDiff({ results }) : new Refusal('DIFF_NOT_FOUND', 'Diff not found'),
      approve: ({ body }) => ({ approved: numberOf(body), total: numberOf(body) }),
      reject: ({ body }) => ({ rejected: numberOf(body), total: numberOf(body) }),
      revoke: ({ body }) => ({ revoked: numberOf(body) }),
      ...handlers,
    }),
  );
  const svc = (args: string[]) =>
    runSvc(args, { env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url } });
  return { service, svc };
}

describe.concurrent('svc approve, reject and revoke', () => {
  test.each<[string, string[], object[], string[]]>([
    [
      'approve',
      ['--all'],
      buttons,
      [
        'Approved 2 of 2',
        '  changed  button',
        '  new      button (320x200, firefox)',
        'Left alone, since rejected: card (to decide on one anyway, name it with --snapshot)',
      ],
    ],
    [
      'approve',
      ['--snapshot', 'card', '--snapshot', 'form'],
      [slot('card', 'rejected'), slot('form', 'approved')],
      [
        'Approved 2 of 2',
        '  changed  card  was rejected by Ada',
        '  removed  form  was approved by API key ci',
      ],
    ],
    [
      'reject',
      ['--all'],
      buttons,
      [
        'Rejected 2 of 2',
        '  changed  button',
        '  new      button (320x200, firefox)',
        'Left alone, since approved: form (to decide on one anyway, name it with --snapshot)',
      ],
    ],
    [
      'reject',
      ['--snapshot', 'button'],
      buttons,
      ['Rejected 2 of 2', '  changed  button', '  new      button (320x200, firefox)'],
    ],
    [
      'revoke',
      ['--all'],
      [slot('form', 'approved')],
      [
        'Revoked 1',
        '  removed  form  was approved by API key ci',
        'Left alone, since rejected: card (to decide on one anyway, name it with --snapshot)',
      ],
    ],
    [
      'revoke',
      ['--snapshot', 'card'],
      [slot('card', 'rejected')],
      ['Revoked 1', '  changed  card  was rejected by Ada'],
    ],
  ])('svc %s %j decides on what it read, and prints it', async (command, flags, slots, lines) => {
    const { svc, service } = await setUp();
    expect(await svc([command, 'dif_1', ...flags])).toEqual({
      code: 0,
      stdout: [...lines, ''].join('\n'),
      stderr: '',
    });
    expect(service.of(command as 'approve')).toMatchObject([{ id: 'dif_1', body: { slots } }]);
  });

  test('--output json prints what was decided and how it stood before', async () => {
    const { svc } = await setUp();
    const { stdout } = await svc(['approve', 'dif_1', '--snapshot', 'card', '--output', 'json']);
    expect(outputProblems(JSON.parse(stdout))).toBeNull();
    expect(JSON.parse(stdout)).toEqual({
      version: 2,
      exitCode: 0,
      diffId: 'dif_1',
      reviewUrl: 'http://service/diffs/dif_1',
      decision: 'approve',
      awaiting: 0,
      note: null,
      decided: 1,
      total: 1,
      snapshots: [
        {
          name: 'card',
          viewport: null,
          browser: null,
          status: 'changed',
          approvalStatus: 'rejected',
          decidedBy: 'user:Ada',
        },
      ],
    });
  });

  test('svc reject --note sends one note for all, and prints it in one line', async () => {
    const { svc, service } = await setUp();
    const note = 'The label is\ncut off';
    const { code, stdout } = await svc(['reject', 'dif_1', '--all', '--note', note]);
    expect(service.of('reject')).toMatchObject([{ body: { slots: buttons, note } }]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('\nNote: The label is cut off\n')]);
    const written = await svc(['reject', 'dif_1', '--snapshot', 'card', '--note', note, '--output', 'json']);
    const document = JSON.parse(written.stdout);
    expect(outputProblems(document)).toBeNull();
    expect(document).toMatchObject({ decision: 'reject', note, decided: 1 });
  });

  test('where nothing is pending, nothing is sent', async () => {
    const { svc, service } = await setUp({ getDiff: () => sampleDiff({ results: results.slice(3) }) });
    const { code, stdout } = await svc(['approve', 'dif_1', '--all']);
    expect([code, stdout]).toEqual([0, 'Nothing is pending in diff dif_1\n']);
    expect(service.of('approve')).toEqual([]);
  });

  test.each(['approve', 'reject', 'revoke'])('svc %s wants to know which', async (command) => {
    const neither = await runSvc([command, 'dif_1']);
    expect(neither).toMatchObject({ code: 2, stderr: expect.stringContaining('--snapshot <name>') });
    const both = await runSvc([command, 'dif_1', '--all', '--snapshot', 'a']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('not both') });
  });

  test.each<[string[], string]>([
    [['approve', 'dif_1', '--snapshot', 'x'], '"x" is not a snapshot of diff dif_1'],
    [
      ['approve', 'dif_1', '--snapshot', 'nav'],
      'there is nothing to approve about "nav" in diff dif_1: it is unchanged',
    ],
    [
      ['revoke', 'dif_1', '--snapshot', 'button'],
      'there is nothing to revoke about "button" in diff dif_1: it is pending',
    ],
    [['approve', 'dif_2', '--all'], 'this project has no diff dif_2'],
    [
      ['approve', 'https://svc.test/acme/web/diffs/dif_1?result=x', '--snapshot', 'Buton'],
      '"Buton" is not a snapshot of diff dif_1; did you mean "button"?',
    ],
  ])('svc %j is refused', async (args, message) => {
    const { svc } = await setUp();
    expect(await svc(args)).toEqual({ code: 2, stdout: '', stderr: `svc: ${message}\n` });
  });

  test.each([
    ['processing', null, 'diff dif_1 is not completed yet: try again in a moment'],
    ['failed', 'an image is lost', 'diff dif_1 failed: an image is lost'],
  ] as const)('a diff that is %s is refused', async (status, error, message) => {
    const { svc } = await setUp({ getDiff: () => sampleDiff({ status, error }) });
    const { code, stderr } = await svc(['approve', 'dif_1', '--all']);
    expect([code, stderr]).toEqual([2, `svc: ${message}\n`]);
  });

  test.each([
    [
      'DECISION_CONFLICT',
      '"card" is not pending any more: it is rejected by user:Ada at 2026-11-22T10:00:00Z. Look again, then decide',
      'svc: "card" is not pending any more: it is rejected by user:Ada at 2026-11-22T10:00:00Z; nothing was decided. Look at it again at http://service/diffs/dif_1, then repeat the command\n',
    ],
    [
      'DIFF_STALE',
      'The baseline of "card" has changed since this diff was computed; re-diff, then decide',
      'svc: The baseline of "card" has changed since this diff was computed; re-diff, then decide (svc rediff dif_1)\n',
    ],
  ] as const)('%s says what to do', async (code, message, line) => {
    const { svc } = await setUp({ approve: () => new Refusal(code, message) });
    expect(await svc(['approve', 'dif_1', '--all'])).toEqual({ code: 2, stdout: '', stderr: line });
  });
});
