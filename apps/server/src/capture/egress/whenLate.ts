/**
 * Acts after a while. Whatever has come in until then is handled first, so that a process that was busy for longer does not
 * count as a server that was.
 * @returns what calls it off
 */
export function whenLate(afterMs: number, act: () => void): () => void {
  const timer = setTimeout(() => setImmediate(() => setImmediate(act)), afterMs);
  return () => clearTimeout(timer);
}
