/**
 * Calls `act` on every item, at most `limit` at a time. After the first failure no more are begun; it rejects with
 * that failure once those under way have ended.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && !failure) {
      const index = next;
      next += 1;
      try {
        await act(items[index] as T, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure) throw failure.error;
}
