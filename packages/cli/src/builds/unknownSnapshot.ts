import type { Diff } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { nearestName } from '../nearestName.js';

/** The error for a name that no result of the diff has, with the one that was most likely meant. */
export function unknownSnapshot({ id, results }: Pick<Diff, 'id' | 'results'>, name: string): CliError {
  const meant = nearestName(
    name,
    results.map((result) => result.name),
  );
  const hint = meant === null ? '' : `; did you mean "${meant}"?`;
  return new CliError('SNAPSHOT_NOT_IN_DIFF', `"${name}" is not a snapshot of diff ${id}${hint}`);
}
