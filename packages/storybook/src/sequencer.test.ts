import { expect, test } from 'vitest';
import StorySequencer from './sequencer.js';

const names = ['pages', 'button', 'card', 'media', 'forms', 'feedback', 'insights'];
/** As two jobs list the same tests: in folders of their own, in any order. */
const filesIn = (folder: string, order: readonly string[]) =>
  order.map((name) => ({ path: `/tmp/${folder}/${name}.test.js` }));
const namesOf = (files: readonly { path: string }[]) => files.map(({ path }) => path.split('/').at(-1));

test.each([1, 2, 3, 8])('%i shards have every test once, whatever the folder is called', (shardCount) => {
  const sequencer = new StorySequencer();
  const shards = Array.from({ length: shardCount }, (_, index) => {
    const order = index % 2 === 0 ? names : names.toReversed();
    return namesOf(sequencer.shard(filesIn(`run-${index}`, order), { shardIndex: index + 1, shardCount }));
  });
  expect(shards.flat().sort()).toEqual(names.map((name) => `${name}.test.js`).sort());
});

test('the order of the tests is that of their names', () => {
  expect(namesOf(new StorySequencer().sort(filesIn('a', names)))).toEqual(
    [...names].sort().map((name) => `${name}.test.js`),
  );
});
