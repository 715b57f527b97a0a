import { expect, test } from 'vitest';
import { createSlots } from './createSlots.js';

/** Work that notes when it begins, and ends when it is told. */
function createWork(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    log.push(name);
    await ended;
  };
  return { work, end };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('work that wants to be alone waits for the others, and the others for it', async () => {
  const slots = createSlots(2);
  const log: string[] = [];
  const [first, second, alone, after] = ['first', 'second', 'alone', 'after'].map((name) =>
    createWork(log, name),
  ) as [Held, Held, Held, Held];
  const done = [
    slots.use(first.work),
    slots.use(second.work),
    slots.alone(alone.work),
    slots.use(after.work),
  ];
  first.end();
  await turn();
  expect(log).toEqual(['first', 'second']);
  second.end();
  await turn();
  expect(log).toEqual(['first', 'second', 'alone']);
  alone.end();
  await turn();
  expect(log).toEqual(['first', 'second', 'alone', 'after']);
  after.end();
  await Promise.all(done);
});

type Held = ReturnType<typeof createWork>;

test('a slot is free again after work that fails', async () => {
  const slots = createSlots(1);
  await expect(slots.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(slots.use(async () => 'yes')).resolves.toBe('yes');
});
