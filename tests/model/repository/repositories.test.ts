import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyOf, playHistory, type Watcher } from '../steps/playCommands.js';
import { GitRepository } from './GitRepository.js';
import { MemoryRepository } from './MemoryRepository.js';
import type { Repository } from './Repository.js';

/** What every branch looks like after each step. */
const writeDown = (lines: string[]): Watcher => ({
  after({ repository }, step) {
    const branches = repository.branches().toSorted();
    const heads = branches.map((branch) => [branch, repository.looks(repository.head(branch))]);
    lines.push(JSON.stringify([step, heads]));
  },
});

test('histories in memory are those of git', { timeout: 300_000 }, async () => {
  const play = async (repository: Repository, history: Parameters<typeof playHistory>[0]) => {
    const lines: string[] = [];
    await playHistory(history, { repository, watchers: [writeDown(lines)] });
    return lines;
  };
  await fc.assert(
    fc.asyncProperty(historyOf(25, ['shallow', 'untold']), async (history) => {
      const remembered = await play(new MemoryRepository(), history);
      expect(await play(new GitRepository(), history)).toEqual(remembered);
    }),
    { numRuns: 5, seed: 1 },
  );
});
