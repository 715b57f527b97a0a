import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleReport, job, pending, shard, slotResult, whole } from '../../../testing/exampleReport.js';
import { slotKey } from '../slot.js';
import { describeCommit } from './describeCheckRun.js';
import { judgeCommit } from './judgeCommit.js';
import { keyOfPart, type Part } from './Part.js';
import type { Report, SlotResult } from './Report.js';

const hours = 3_600_000;
const outcome = (
  reports: readonly Report[],
  now = 100,
  finished: { branch: string; runKey: string }[] = [],
) => {
  const { status, conclusion } = describeCommit(judgeCommit(reports, { now, finished }));
  return status === 'in_progress' ? status : (conclusion ?? 'inconclusive');
};

test.each<[string, Report[], string]>([
  [
    'the newest result of a slot counts, in whatever order the reports are read',
    [exampleReport(2), exampleReport(1, { results: [pending('button')] })],
    'success',
  ],
  [
    'what a capture does not show stays to be decided',
    [exampleReport(1, { results: [pending('button')] }), exampleReport(2, { results: [] })],
    'failure',
  ],
  [
    'what is equal by a threshold of its own does not replace what is undecided',
    [
      exampleReport(1, { results: [pending('button')] }),
      exampleReport(2, { results: [slotResult('button', { isLoose: true })] }),
    ],
    'failure',
  ],
  [
    'an upload without a session covers only its slot',
    [
      exampleReport(1, { results: [pending('button')], exitCode: 1 }),
      exampleReport(2, { part: null, results: [slotResult('button')] }),
    ],
    'inconclusive',
  ],
  [
    'another part never replaces a crash',
    [exampleReport(1, { part: job('a'), exitCode: 1 }), exampleReport(2, { part: job('b') })],
    'inconclusive',
  ],
  [
    'a failed capture stays until its part is done again',
    [exampleReport(1, { part: job('a'), status: 'failed' }), exampleReport(2, { part: job('b') })],
    'failure',
  ],
  [
    'the same part again replaces a crash',
    [exampleReport(1, { part: job('a'), exitCode: 1 }), exampleReport(2, { part: job('a') })],
    'success',
  ],
  [
    'a run without a part, which may be of a few stories, does not make up for a part that crashed',
    [exampleReport(1, { part: job('a'), exitCode: 1 }), exampleReport(2)],
    'inconclusive',
  ],
  [
    'a run that was cut off is replaced by the next run of the same job',
    [
      exampleReport(1, { part: shard(1, 2, { runKey: 'cut' }) }),
      exampleReport(10, { part: shard(1, 2) }),
      exampleReport(11, { part: shard(2, 2) }),
    ],
    'success',
  ],
  [
    'a run is not replaced by that of another job',
    [
      exampleReport(1, { part: shard(1, 2, { runKey: 'cut', job: 'e2e' }) }),
      exampleReport(10, { part: shard(1, 2, { job: 'unit' }) }),
      exampleReport(11, { part: shard(2, 2, { job: 'unit' }) }),
    ],
    'in_progress',
  ],
  [
    'a shard without a picture of this suite has reported',
    [
      exampleReport(1, { part: shard(1, 2) }),
      exampleReport(2, { suite: 'tables', part: shard(2, 2) }),
      exampleReport(3, { suite: null, diffId: null, results: [], part: shard(2, 2) }),
    ],
    'success',
  ],
  [
    'a shard that crashed before it took a picture of this suite crashed for this suite, too',
    [
      exampleReport(1, { part: shard(1, 2) }),
      exampleReport(2, { suite: null, diffId: null, results: [], part: shard(2, 2), exitCode: 1 }),
    ],
    'inconclusive',
  ],
  [
    'two matrices of one run are counted apart',
    [
      exampleReport(1, { part: shard(1, 2, { job: 'e2e' }) }),
      exampleReport(2, { part: shard(1, 2, { job: 'unit' }) }),
      exampleReport(3, { part: shard(2, 2, { job: 'unit' }) }),
    ],
    'in_progress',
  ],
  [
    'shards may have jobs of different names',
    [
      exampleReport(1, { part: shard(1, 2, { job: 'e2e-1' }) }),
      exampleReport(2, { part: shard(2, 2, { job: 'e2e-2' }) }),
    ],
    'success',
  ],
  [
    'every branch and target has to pass',
    [exampleReport(1, { results: [pending('button')] }), exampleReport(2, { target: 'release' })],
    'failure',
  ],
  ['nothing is known of a commit that nobody captured', [], 'success'],
])('%s (R45, R46)', (_, reports, expected) => {
  expect(outcome(reports)).toBe(expected);
  expect(outcome([...reports].reverse())).toBe(expected);
});

const names = ['a', 'b', 'c'];
const parts: Part[] = [
  whole,
  job('a'),
  job('b'),
  shard(1, 2),
  shard(2, 2),
  shard(1, 2, { runKey: 'again' }),
  shard(2, 2, { runKey: 'again' }),
  shard(1, null),
  shard(2, null),
];
const result: fc.Arbitrary<SlotResult> = fc
  .record({
    name: fc.constantFrom(...names),
    status: fc.constantFrom('unchanged', 'changed', 'new', 'removed'),
    decision: fc.constantFrom('pending', 'approved', 'rejected'),
    isLoose: fc.boolean(),
  })
  .map(({ name, status, decision, isLoose }) =>
    slotResult(name, {
      status,
      approvalStatus: status === 'unchanged' ? 'approved' : decision,
      isLoose: status === 'unchanged' && isLoose,
    }),
  );
const report: fc.Arbitrary<Partial<Report>> = fc.record({
  suite: fc.constantFrom('forms', 'tables'),
  branch: fc.constantFrom('feature', 'main'),
  part: fc.constantFrom(null, ...parts),
  exitCode: fc.constantFrom(0, 0, 0, 1),
  status: fc.constantFrom('completed', 'completed', 'completed', 'failed'),
  failed: fc.constantFrom(0, 0, 0, 1),
  isEmpty: fc.constantFrom(false, false, false, true),
  results: fc.uniqueArray(result, { selector: slotKey, maxLength: 3 }),
});
const history = fc
  .array(report, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((fields, index) => exampleReport(10 * (index + 1), fields)));

const slotOfSuite = (one: Report, of: Report) =>
  one.suite === of.suite && one.branch === of.branch && one.target === of.target;

test('a look that nobody decided about is never green, whatever else reports (R45)', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(100, 3 * hours), (reports, now) => {
      const isGreen = outcome(reports, now, [{ branch: 'feature', runKey: 'run' }]) === 'success';
      for (const [index, earlier] of reports.entries()) {
        if (earlier.status !== 'completed') continue;
        for (const undecided of earlier.results.filter(
          ({ approvalStatus }) => approvalStatus !== 'approved',
        )) {
          const isAnswered = reports
            .slice(index + 1)
            .some(
              (later) =>
                slotOfSuite(later, earlier) &&
                later.status === 'completed' &&
                later.results.some(
                  ({ name, isLoose, approvalStatus }) =>
                    name === undecided.name && approvalStatus === 'approved' && !isLoose,
                ),
            );
          if (!isAnswered) expect(isGreen).toBe(false);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a part that crashed is never green until it is done again (R46)', () => {
  fc.assert(
    fc.property(history, (reports) => {
      const isGreen = outcome(reports) === 'success';
      for (const [index, crashed] of reports.entries()) {
        const { part } = crashed;
        if (part === null || (crashed.exitCode === 0 && crashed.status === 'completed')) continue;
        const isReplaced = reports.slice(index + 1).some((later) => {
          if (!slotOfSuite(later, crashed) || later.part === null) return false;
          const isOfNextRun =
            part.shard !== null && later.part.shard !== null && later.part.runKey !== part.runKey;
          return isOfNextRun || keyOfPart(later.part) === keyOfPart(part);
        });
        if (!isReplaced) expect(isGreen).toBe(false);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('the order in which reports are read never matters', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(100, 3 * hours), fc.gen(), (reports, now, gen) => {
      const shuffled = gen(fc.shuffledSubarray, reports, { minLength: reports.length });
      expect(outcome(shuffled, now)).toBe(outcome(reports, now));
    }),
  );
});

test('more time makes nothing green, and ends every wait', () => {
  fc.assert(
    fc.property(history, (reports) => {
      const before = outcome(reports, 100);
      const after = outcome(reports, 3 * hours);
      expect(after).not.toBe('in_progress');
      expect(after === 'success').toBe(before === 'success');
    }),
  );
});
