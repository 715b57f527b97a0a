import { actorText } from './actorText.js';

/**
 * What an approval is that is not enough, such as `Approved by Ann, waiting for a second approval`.
 * @param by who approved, such as `user:Ann`
 * @param missing how many more have to
 */
export function awaitingText({ by, missing }: { by: readonly string[]; missing: number }): string {
  const names = [...new Set(by)].map(actorText);
  if (names.length === 0) return `Waiting for ${missing === 1 ? 'an approval' : `${missing} approvals`}`;
  const last = names.at(-1);
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `Approved by ${listed}, waiting for ${missing === 1 ? 'a second approval' : 'further approvals'}`;
}
