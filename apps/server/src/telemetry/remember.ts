/**
 * Reads something at most once in a while; those who ask meanwhile get the same.
 * @param age milliseconds
 */
export function remember<T>(age: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > age) {
      const value = read();
      last = { at: now, value };
      value.catch(() => {
        if (last?.value === value) last = null;
      });
    }
    return last.value;
  };
}
