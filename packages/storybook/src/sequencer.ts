import { basename } from 'node:path';

interface TestFile {
  path: string;
}

const nameOf = ({ path }: TestFile): string => basename(path);

/**
 * For Jest, where the test runner writes its tests into a folder that has another name each time: orders and shards them by
 * their own names, so that every shard is the same in each job.
 */
export default class StorySequencer {
  sort<File extends TestFile>(tests: readonly File[]): File[] {
    return [...tests].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  shard<File extends TestFile>(
    tests: readonly File[],
    { shardIndex, shardCount }: { shardIndex: number; shardCount: number },
  ): File[] {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Which ones failed before cannot be known. */
  allFailedTests<File extends TestFile>(tests: readonly File[]): File[] {
    return this.sort(tests);
  }

  cacheResults(): void {}
}
