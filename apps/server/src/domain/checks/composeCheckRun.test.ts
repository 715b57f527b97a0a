import type { CauseGroup } from '@svc/schema';
import { expect, test } from 'vitest';
import type { Slot } from '../slot.js';
import {
  composeCommitCheck,
  composeSuiteCheck,
  noteTable,
  type ShownResult,
  suiteTable,
} from './composeCheckRun.js';

const common = {
  id: 'chk_1',
  version: 3,
  checkName: 'svc',
  commit: 'c0ffee1',
  state: {
    status: 'completed',
    conclusion: 'failure',
    title: '1 to review',
    summary: '1 changed\n1 pending',
  },
  detailsUrl: 'https://svc.example.com/acme/web/diffs/dif_1',
} as const;
const changed: ShownResult = {
  name: 'button',
  viewport: '1280x720',
  browser: 'firefox',
  status: 'changed',
  approvalStatus: 'pending',
  ignoredUntil: null,
  diffPercentage: 1.234,
  note: null,
  thumbnail: 'https://host/t',
  images: { current: 'https://host/a', baseline: 'https://host/b', difference: null },
};

const check = (results: ShownResult[], causes: CauseGroup[] = [], largelyIgnored: Slot[] = []) =>
  composeSuiteCheck(common, 'forms', { results, causes, changes: [], largelyIgnored });

test('the check of a suite says where a change may go unseen', () => {
  const slots = Array.from({ length: 7 }, (_, index) => ({ name: `a${index}`, viewport: '', browser: '' }));
  expect(check([], [], slots).summary).toContain(
    '\n\nMore than 30 % of the image is ignored, so changes there are not shown: `a0`, `a1`, `a2`, `a3`, `a4`, and 2 more',
  );
});

test('the check of a suite shows its results and how to approve them', () => {
  expect(check([changed])).toEqual({
    externalId: 'chk_1',
    revision: 3,
    name: 'svc / forms',
    headSha: 'c0ffee1',
    outcome: 'failure',
    title: '1 to review',
    detailsUrl: common.detailsUrl,
    summary: [
      '1 changed\n\n1 pending\n',
      '| Snapshot | Result | Decision | Images |',
      '| --- | --- | --- | --- |',
      '| `button 1280x720 firefox` | changed, 1.23 % | pending | [current](https://host/a) · [baseline](https://host/b) |',
    ].join('\n'),
    actions: [
      {
        identifier: 'approve-all',
        label: 'Approve all',
        description: 'Make all pending images the baseline',
      },
    ],
  });
});

test('a note on a rejection is quoted literally, in one line', () => {
  const note = 'Too | dark,\n@team: see `color` and [this](https://evil.example)';
  const rejected = { ...changed, approvalStatus: 'rejected', note };
  const { summary } = check([rejected]);
  const quoted = "`Too \\| dark, @team: see 'color' and [this](https://evil.example)`";
  expect(summary).toContain(
    `| rejected: ${quoted} | ![The change](https://host/t) · [current](https://host/a) ·`,
  );
  const table = noteTable([{ ...changed, suite: 'forms', by: 'user:Ada', note }]);
  expect(table.split('\n').at(-1)).toBe(
    `| \`forms / button 1280x720 firefox\` | ![The change](https://host/t) | \`Ada\` | ${quoted} |`,
  );
  expect(noteTable([])).toBe('');
});

test('the button goes with the last pending result, and fits into what hosts take', () => {
  const approved = { ...changed, approvalStatus: 'approved' };
  expect(check([approved]).actions).toEqual([]);
  const [action] = check([approved, changed]).actions;
  expect(action?.identifier.length).toBeLessThanOrEqual(20);
  expect(action?.label.length).toBeLessThanOrEqual(20);
  expect(action?.description.length).toBeLessThanOrEqual(40);
});

test('a check is running, then concluded, or inconclusive after a crash (R25)', () => {
  const outcome = (status: 'in_progress' | 'completed', conclusion: 'success' | 'failure' | null) =>
    composeCommitCheck({ ...common, state: { ...common.state, status, conclusion } }, [], []).outcome;
  expect(outcome('in_progress', null)).toBe('running');
  expect(outcome('completed', 'success')).toBe('success');
  expect(outcome('completed', 'failure')).toBe('failure');
  expect(outcome('completed', null)).toBe('inconclusive');
});

test('the check of a commit says what is the matter beside its suites', () => {
  const counts = { changed: 0, new: 0, removed: 0, failed: 0, pending: 0, ignored: 0, rejected: 0 };
  const state = { ...common.state, title: '3 of 4 parts reported' };
  const accessibility = { pending: 0, rejected: 0 };
  const suites = [{ suite: 'forms', state, counts, accessibility, reviewUrl: 'https://host/r' }];
  const { summary } = composeCommitCheck(common, suites, [
    'Run 7 is finished, but no part of it has reported.',
  ]);
  expect(summary).toContain('| `forms` | 0 | 0 | 0 | 3 of 4 parts reported | [Review](https://host/r) |');
  expect(summary).toContain('\n\nRun 7 is finished, but no part of it has reported.');
  expect(composeCommitCheck(common, [], ['No snapshot arrived.']).summary).toBe('No snapshot arrived.');
});

test('names cannot become Markdown', () => {
  const counts = { changed: 1, new: 0, removed: 0, failed: 0, pending: 1, ignored: 0, rejected: 0 };
  const suite = '@team `x` | [y](z) <b>';
  const accessibility = { pending: 2, rejected: 1 };
  const table = suiteTable([
    { suite, state: common.state, counts, accessibility, reviewUrl: 'https://host/r' },
  ]);
  expect(table.split('\n')[2]).toBe(
    "| `@team 'x' \\| [y](z) <b>` | 1 | 0 | 0 | 1 to review, 2 accessibility changes to review, 1 accessibility change rejected | [Review](https://host/r) |",
  );
});

test('a long list ends with a link to the rest', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...changed, name: `button ${index}` }));
  const { summary } = check(many);
  expect(summary).toContain('button 49');
  expect(summary).not.toContain('button 50');
  expect(summary).toContain(`and [10 more](${common.detailsUrl})`);
});

test('the check of a suite names the causes of most changes, and nothing that a page says is Markdown', () => {
  const cause = (text: string, count: number) => ({
    ...{
      signature: text,
      kind: 'text' as const,
      property: null,
      from: null,
      to: null,
      component: null,
      text,
    },
    ...{ elements: count, results: Array.from({ length: count }, (_, place) => place), explains: [] },
  });
  const hostile = cause('Text “](x) @all | `code`\n# b” → none', 3);
  const others = Array.from({ length: 6 }, (_, place) => cause(`cause ${place}`, 1));
  const { summary } = check([changed], [hostile, ...others]);
  expect(summary.split('\n').slice(4, 14)).toEqual([
    '| Cause | Snapshots |',
    '| --- | --- |',
    '| `Text “](x) @all \\| code # b” → none` | 3 |',
    ...[0, 1, 2, 3].map((place) => `| \`cause ${place}\` | 1 |`),
    '',
    `and [2 more](${common.detailsUrl})`,
    '',
  ]);
});

test('equal accessibility changes are one row, and nothing that a page says is Markdown', () => {
  const lost = {
    fingerprint: 'a',
    text: '`button` lost its name “](x) @all |”',
    total: 3,
    approvalStatus: 'pending',
  };
  const others = Array.from({ length: 11 }, (_, place) => ({ ...lost, fingerprint: `b${place}`, total: 1 }));
  const changes = [...others, lost, lost, { ...lost, approvalStatus: 'rejected' }];
  const { summary, actions } = composeSuiteCheck(common, 'forms', {
    ...{ results: [], causes: [], largelyIgnored: [] },
    changes,
  });
  const lines = summary.split('\n');
  expect(lines.slice(4, 7)).toEqual([
    '| Accessibility | Snapshots | Decision |',
    '| --- | --- | --- |',
    '| `button lost its name “](x) @all \\|”` and 2 more | 2 | pending |',
  ]);
  expect(lines.at(-1)).toBe(`and [3 more](${common.detailsUrl}/accessibility)`);
  expect(actions).toEqual([]);
});

test('a title in a table mentions and links nobody', () => {
  const title = 'cancelled by @team | [x](y)';
  const state = { status: 'in_progress', conclusion: null, title, summary: '' } as const;
  const counts = { changed: 0, new: 0, removed: 0, failed: 0, pending: 0, ignored: 0, rejected: 0 };
  const accessibility = { pending: 0, rejected: 0 };
  const shown = { suite: 's', state, counts, accessibility, reviewUrl: 'https://host/r' };
  expect(suiteTable([shown])).toContain('| cancelled by @\u200bteam \\| \\[x\\](y) |');
});

test('a long name is not cut in the midst of a character', () => {
  const suite = `${'x'.repeat(119)}🎉🎉`;
  const table = noteTable([{ ...changed, suite, by: null, note: 'dark' }]);
  expect(table).toContain(`| \`${'x'.repeat(119)}…\` |`);
});
