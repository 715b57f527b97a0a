import type { Outcome } from './Outcome.js';

const count = 'the check of the commit does not count it';

/**
 * What to say of a diff that judges nothing (R45); empty for any other, and for those of captures that never judge.
 * @param terms flags on which it was made; undefined where they are not known
 */
export function judgingNote({ capture, diff }: Outcome, terms?: readonly string[]): string[] {
  if (!diff || diff.judging || diff.isLocal || capture.ephemeral) return [];
  const made = terms ?? (diff.baseCaptureId === null ? undefined : ['--base-capture']);
  if (!made) return [`This diff judges nothing: ${count}`];
  if (made.length > 0)
    return [`This diff judges nothing, since it was made with ${made.join(' and ')}: ${count}`];
  return [
    `This diff judges nothing: its capture belongs to a session, and the check counts the session's own diff`,
  ];
}
