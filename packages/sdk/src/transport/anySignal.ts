/** Aborts when one of these does; null where there is none. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | null {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : (given[0] ?? null);
}
