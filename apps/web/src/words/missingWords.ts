import type { MissingPart } from '@svc/schema';

/** More are counted. */
const mostNamed = 3;

/** What an image was taken without, as a sentence; null for a complete one. */
export function missingWords(parts: readonly MissingPart[]): string | null {
  if (parts.length === 0) return null;
  const named = parts.slice(0, mostNamed).map(({ url, reason }) => `${url} (${reason})`);
  const others = parts.length - named.length;
  return `Captured without ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
