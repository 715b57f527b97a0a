import { expect, test } from 'vitest';
import { JestReporter } from './JestReporter.js';
import type { RunningTest } from './RunningTest.js';

test('the run knows which attempts passed, if a test of the file was tried again', () => {
  const passed: RunningTest[] = [];
  const run = { begin() {}, notePassed: (one: RunningTest) => void passed.push(one), end: async () => null };
  const reporter = new JestReporter(run);
  const file = { path: `${process.cwd()}/tests/home.test.js` };
  const result = (title: string, status: string, invocations: number) => ({
    ...{ ancestorTitles: ['home'], title, status, invocations },
  });
  reporter.onTestResult(file, { testResults: [result('usual', 'passed', 1)] });
  expect(passed).toEqual([]);
  reporter.onTestResult(file, {
    testResults: [result('usual', 'passed', 1), result('flaky', 'passed', 3), result('broken', 'failed', 3)],
  });
  expect(passed).toEqual([
    { file: 'tests/home.test.js', titles: ['home', 'usual'], attempt: 0 },
    { file: 'tests/home.test.js', titles: ['home', 'flaky'], attempt: 2 },
  ]);
});
