import type { AddIgnoreAreaOptions, Viewport } from '@svc/sdk';
import { CliError } from '../CliError.js';

export interface ScopeFlags {
  scope?: AddIgnoreAreaOptions['scope'];
  snapshot?: string;
  viewport?: Viewport;
  browser?: string;
}

type Scope = Pick<AddIgnoreAreaOptions, 'scope' | 'name' | 'viewport' | 'browser'>;

/**
 * Which snapshots an area is of. Nothing but `--scope suite` makes it all of them.
 * @throws CliError USAGE
 */
export function chooseScope({ scope: given, snapshot: name, viewport, browser }: ScopeFlags): Scope {
  const isOne = viewport !== undefined || browser !== undefined;
  const scope = given ?? (isOne ? 'snapshot' : name === undefined ? undefined : 'name');
  if (scope === undefined) {
    throw new CliError(
      'USAGE',
      'which snapshots? Pass --snapshot <name>, or --scope suite for all snapshots of the suite',
    );
  }
  if (scope === 'suite' && (name !== undefined || isOne)) {
    throw new CliError(
      'USAGE',
      '--scope suite is all snapshots: leave out --snapshot, --viewport and --browser',
    );
  }
  if (scope !== 'suite' && name === undefined) {
    throw new CliError('USAGE', 'of which snapshot? Pass --snapshot <name>');
  }
  if (scope === 'name' && isOne) {
    throw new CliError(
      'USAGE',
      '--scope name is every viewport and browser of the snapshot: leave out --viewport and --browser, or pass --scope snapshot',
    );
  }
  return { scope, name, viewport, browser };
}
