import type { AuditEntry } from '@svc/schema';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../words/problemWords.js';
import { codeOf } from '../access/CodeForm.js';
import { browserWords } from './account/browserWords.js';
import { actorWords, auditSentence } from './audit/auditSentence.js';
import { bytesText } from './bytesText.js';
import { untilWords } from './untilWords.js';

const entry = (action: string, details: AuditEntry['details'], target: string | null = null): AuditEntry => ({
  id: 1,
  at: '2026-01-01T00:00:00Z',
  actor: 'user:ada',
  actorId: 'user:usr_1',
  action,
  project: 'acme/web',
  target,
  details,
});

describe('a sentence of the audit log', () => {
  it.each<[string, AuditEntry['details'], string]>([
    ['diff.approved', { snapshots: ['a'], count: 1 }, 'approved 1 snapshot: a'],
    [
      'diff.approved',
      { snapshots: ['a', 'b', 'c', 'd'], count: 500 },
      'approved 500 snapshots: a, b, c, 497 more',
    ],
    ['diff.revoked', { count: 2 }, 'revoked the decision on 2 snapshots'],
    [
      'key.created',
      { name: 'ci', scopes: ['read', 'upload'], expiresInDays: 30 },
      'created the API key “ci” (read, upload) for 30 days',
    ],
    [
      'settings.changed',
      {
        from: { approvalMemory: true, defaultBranch: 'main' },
        to: { approvalMemory: false, defaultBranch: 'main' },
      },
      'changed approval memory from on to off',
    ],
    ['diff.auto-approved', { snapshots: ['a'], count: 1 }, 'uploaded with automatic approval 1 snapshot: a'],
    [
      'baselines.set',
      { branch: 'main', suite: 's', count: 45 },
      'set 45 baselines of “s” on “main” directly',
    ],
    [
      'key.exchanged',
      { ref: 'refs/heads/main', branch: 'main' },
      'got a key of 15 minutes for refs/heads/main',
    ],
    [
      'settings.changed',
      { from: { retentionDays: null }, to: { retentionDays: 90 } },
      'changed days of retention from none to 90',
    ],
    ['images.removed', { count: 1, bytes: 900 }, 'removed an image that nothing needs any more (900 bytes)'],
    [
      'images.removed',
      { count: 12, bytes: 3_400_000 },
      'removed 12 images that nothing needs any more (3.4 MB)',
    ],
    ['settings.changed', { from: {}, to: {} }, 'saved the settings without a change'],
    ['code-host.changed', { kind: 'gitlab', repository: 'a/b' }, 'connected GitLab: a/b'],
    ['member.changed', { name: 'Bob', from: 'viewer', to: 'owner' }, 'made Bob owner instead of viewer'],
    ['member.removed', { name: 'Bob', from: 'viewer', to: null }, 'removed Bob, who was viewer'],
    ['organisation.created', null, 'created the organization “it”'],
    ['something.new', null, 'something.new it'],
    ['toString', null, 'toString it'],
  ])('%s', (action, details, sentence) => {
    expect(auditSentence(entry(action, details, 'it'))).toBe(sentence);
  });

  it('is not upset by details of another shape', () => {
    for (const details of [null, {}, { snapshots: 1, count: 'x', name: {}, from: 3, to: [], scopes: null }]) {
      for (const action of ['diff.approved', 'key.created', 'settings.changed', 'member.changed']) {
        expect(auditSentence(entry(action, details))).toMatch(/^[a-z]/);
      }
    }
  });

  it.each([
    ['user:Ada: L', 'Ada: L'],
    ['key:ci', 'API key ci'],
    ['github:octocat', 'octocat on GitHub'],
    ['ci:acme/web', 'CI of acme/web'],
    ['server:svc-server', 'The command line of the server'],
    ['nobody', 'nobody'],
  ])('names %s', (actor, words) => {
    expect(actorWords(actor)).toBe(words);
  });
});

describe('browserWords', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156 Safari/537.36 Edg/156', 'Edge on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:150.0) Gecko/20100101 Firefox/150.0',
      'Firefox on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['<script>alert(1)</script>', 'A browser'],
    [null, 'A browser'],
  ])('%s', (userAgent, words) => {
    expect(browserWords(userAgent)).toBe(words);
  });
});

it('untilWords tells how long', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const at = (iso: string) => untilWords(iso, now);
  expect(at('2026-01-01T11:59:59Z')).toBe('expired');
  expect(at('2026-01-01T18:00:00Z')).toBe('expires within a day');
  expect(at('2026-01-06T11:00:00Z')).toBe('expires in 5 days');
  expect(at('2026-06-06T12:00:00Z')).toBe('expires June 6, 2026');
});

it('codeOf reads what people type', () => {
  expect(['bcdfghjk', 'BCDF GHJK', ' bcdf-ghjk!', 'bc', '<b>'].map(codeOf)).toEqual([
    'BCDF-GHJK',
    'BCDF-GHJK',
    'BCDF-GHJK',
    'BC',
    'B',
  ]);
});

it('problemText says nothing that an address made up', () => {
  expect(problemText('refused', 'github')).toContain('GitHub did not sign you in');
  expect(problemText('refused', '<b>Evil</b>')).toContain('the provider did not sign you in');
  expect([
    problemText(undefined, undefined),
    problemText('constructor', 'github'),
    problemText('x', 'x'),
  ]).toEqual([null, null, null]);
});

describe('bytesText', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [1_734_000_000, '1.7 GB'],
    [5e15, '5000 TB'],
  ])('%d is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
