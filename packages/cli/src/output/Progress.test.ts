import { expect, test } from 'vitest';
import { createProgress } from './Progress.js';

function record(
  terminal: { isTTY?: boolean; columns?: number },
  { env = {}, quiet }: { env?: Record<string, string>; quiet?: true } = {},
) {
  const written: string[] = [];
  const stderr = { ...terminal, write: (text: string) => written.push(text) };
  const progress = createProgress({ stderr, env, outputFlags: quiet ? { quiet } : {} });
  return { progress, written };
}

test('a terminal has one line, redrawn, cut to its width, and removed in the end', () => {
  const { progress, written } = record({ isTTY: true, columns: 12 });
  progress.step('Uploading 3 files');
  progress.count('Capturing', 1, 20);
  progress.end();
  expect(written).toEqual(['\r\u001b[2KUploading 3', '\r\u001b[2KCapturing 1', '\r\u001b[2K']);
});

test('a terminal that does not know its width gets the whole line', () => {
  const { progress, written } = record({ isTTY: true, columns: 0 });
  progress.count('Capturing', 12, 20);
  expect(written).toEqual(['\r\u001b[2KCapturing 12/20']);
});

test('a log has a line for each step and for each tenth', () => {
  const { progress, written } = record({});
  progress.step('Comparing');
  for (let done = 0; done <= 40; done += 1) progress.count('Capturing', done, 40);
  progress.end();
  expect(written).toHaveLength(12);
  expect(written.slice(0, 3)).toEqual(['Comparing\n', 'Capturing 0/40\n', 'Capturing 4/40\n']);
  expect(written.at(-1)).toBe('Capturing 40/40\n');
});

test('a count of nothing is said once', () => {
  const { progress, written } = record({});
  progress.count('Capturing', 0, 0);
  progress.count('Capturing', 0, 0);
  expect(written).toEqual(['Capturing 0/0\n']);
});

test('what is waited for is said once in a log, until it changes', () => {
  const { progress, written } = record({});
  for (const ahead of [2, 2, 1, 1]) progress.wait(`Waiting: ${ahead} ahead`);
  progress.count('Capturing', 0, 4);
  expect(written).toEqual(['Waiting: 2 ahead\n', 'Waiting: 1 ahead\n', 'Capturing 0/4\n']);
});

test('CI gets lines also where it has a terminal', () => {
  const { progress, written } = record({ isTTY: true, columns: 80 }, { env: { CI: 'true' } });
  progress.step('Comparing');
  progress.end();
  expect(written).toEqual(['Comparing\n']);
});

test('--quiet leaves warnings alone', () => {
  const { progress, written } = record({ isTTY: true, columns: 80 }, { quiet: true });
  progress.step('Comparing');
  progress.count('Capturing', 1, 2);
  progress.wait('Waiting');
  progress.report('Uploaded 1 of 2 files');
  progress.tell('This clone is shallow');
  progress.end();
  expect(written).toEqual(['This clone is shallow\n']);
});
