import { expect, test } from 'vitest';
import { attemptOf, countMatched, countTaken, type Task, titlesOf } from './testState.js';

interface Named {
  name: string;
}

const task = (name: string, more: Partial<Task> = {}): Task => ({
  id: name,
  name,
  file: { tasks: [] },
  ...more,
});

test('tests of the same title have different titles', () => {
  const file: { tasks: Named[] } = { tasks: [] };
  const suites = ['group', 'other', 'group'].map((name) => ({ name, type: 'suite', tasks: [] as Named[] }));
  file.tasks.push(...suites);
  const tests = suites.flatMap((suite) => {
    const both = ['same', 'same'].map((name) => task(name, { file, suite }));
    suite.tasks.push(...both);
    return both;
  });
  expect(tests.map((one) => titlesOf(one).join(' > '))).toEqual([
    'group > same',
    'group > same (2)',
    'other > same',
    'other > same (2)',
    'group (2) > same',
    'group (2) > same (2)',
  ]);
});

test('pictures are counted in each attempt', () => {
  const one = task('one');
  expect([countTaken(one), countTaken(one)]).toEqual([1, 2]);
  one.result = { retryCount: 1 };
  expect([countTaken(one), countTaken(one), attemptOf(one)]).toEqual([1, 2, 1]);
  one.result = { retryCount: 0, repeatCount: 1 };
  expect([countTaken(one), attemptOf(one)]).toEqual([1, 1]);
});

test('calls of toMatchScreenshot are counted apart from pictures without a name', () => {
  const one = task('two');
  expect([countMatched(one), countMatched(one), countTaken(one)]).toEqual([1, 2, 1]);
  one.result = { retryCount: 1 };
  expect(countMatched(one)).toBe(1);
});
