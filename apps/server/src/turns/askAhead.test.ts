import { expect, test } from 'vitest';
import { askAhead } from './askAhead.js';

test('asks about the next entry before the answer to one is worked on, and about no more', async () => {
  const log: string[] = [];
  const ask = async (entry: number) => {
    log.push(`ask ${entry}`);
    return entry * 10;
  };
  for await (const { entry, answer } of askAhead([1, 2, 3], ask)) log.push(`${entry} is ${answer}`);
  expect(log).toEqual(['ask 1', 'ask 2', '1 is 10', 'ask 3', '2 is 20', '3 is 30']);
});

test('without entries, asks nothing', async () => {
  const answers = [];
  for await (const one of askAhead<number, never>([], () => Promise.reject(new Error('asked'))))
    answers.push(one);
  expect(answers).toEqual([]);
});

test('throws what the first failure says, whatever comes of the one after it', async () => {
  const ask = async (entry: number): Promise<number> => {
    throw new Error(`no ${entry}`);
  };
  const read = async () => {
    for await (const _ of askAhead([1, 2, 3], ask));
  };
  await expect(read()).rejects.toThrow('no 1');
});
