import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Inbox } from './Inbox.js';

async function takeAll<Entry>(inbox: Inbox<Entry>): Promise<Entry[][]> {
  const taken: Entry[][] = [];
  for (;;) {
    const entries = await inbox.take();
    if (entries.length === 0) return taken;
    taken.push(entries);
  }
}

test('hands on what came together, in its order, and nothing after the last', async () => {
  const inbox = new Inbox<number>(async (put) => {
    put(1);
    put(2);
    await sleep(5);
    put(3);
    put(4);
  });
  expect(await takeAll(inbox)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await inbox.take()).toEqual([]);
});

test('a taker that is slow gets all at once', async () => {
  const inbox = new Inbox<number>(async (put) => {
    for (let entry = 1; entry <= 3; entry++) {
      put(entry);
      await sleep(1);
    }
  });
  await inbox.close();
  expect(await takeAll(inbox)).toEqual([[1, 2, 3]]);
});

test('what went wrong is told after the entries before it, and to nobody who does not ask', async () => {
  const failing = async (put: (entry: number) => void) => {
    put(1);
    await sleep(1);
    throw new Error('lost');
  };
  const inbox = new Inbox(failing);
  expect(await inbox.take()).toEqual([1]);
  await expect(inbox.take()).rejects.toThrow('lost');
  await new Inbox(failing).close();
});
