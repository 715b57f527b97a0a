import type { Outcome } from './Outcome.js';

/**
 * What to say of a diff that judges nothing (R45) although its capture might; empty for any other.
 * @param terms flags on which it was made
 */
export function judgingNote({ capture, diff }: Outcome, terms: readonly string[] = []): string[] {
  if (!diff || diff.judging || diff.isLocal || capture.ephemeral) return [];
  const why =
    terms.length > 0
      ? `it was made with ${terms.join(' and ')}`
      : 'it was made with a base capture, a manifest or settings of its own';
  return [`This diff judges nothing, since ${why}: the check of the commit does not count it`];
}
