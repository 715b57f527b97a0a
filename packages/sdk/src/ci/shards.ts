const mostShards = 9_999;

/**
 * `2/4` of an index and a number of shards; undefined where there is one shard alone, or no index of one.
 * @param first what the CI calls the first shard
 */
export function shardOf(
  index: string | undefined,
  total: string | undefined,
  first: 0 | 1 = 1,
): string | undefined {
  if (!index || !total) return undefined;
  const position = Number(index) + 1 - first;
  const count = Number(total);
  const isShard =
    Number.isInteger(position) && Number.isInteger(count) && count > 1 && position >= 1 && position <= count;
  return isShard && count <= mostShards ? `${position}/${count}` : undefined;
}

/** Whether this is a shard as the service takes it: `2/4`, or `2/?` where the number is not known. */
export function isShard(text: string): boolean {
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3}|\?)$/.exec(text) ?? [];
  return index !== undefined && (total === '?' || Number(index) <= Number(total));
}

/** The shard that a command line of Playwright, Vitest or Jest asks for; none where it asks for several. */
export function shardOfCommand(words: readonly string[]): string | undefined {
  const asked = words.join(' ').matchAll(/(?:^|[\s"'])--shard(?:=|\s+)["']?(\d+\/\d+)(?![\d/])/g);
  const [shard, ...others] = new Set([...asked].map(([, text = '']) => text));
  return shard && others.length === 0 && isShard(shard) ? shard : undefined;
}

/** The name of a job without the number of its shard: `test` of `test 1/3` and `test - 1/3`. */
export const withoutShard = (job: string | undefined): string | undefined =>
  job?.replace(/(?:\s+-)?\s+\d+\/\d+$/, '') || undefined;
