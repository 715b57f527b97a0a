import { listTries } from '../store/accounts/passwordTries.js';
import type { CommandContext } from './CommandContext.js';

/** Prints whose passwords were tried wrongly within the last day, from where, and who has to wait. */
export const printPasswordTries = ({ withDatabase, print }: CommandContext): Promise<void> =>
  withDatabase(async (database) => {
    const tries = await listTries(database);
    if (tries.length === 0) return print('No wrong passwords within the last day');
    for (const { holder, failures, lastAt, blockedUntil, isBlocked } of tries) {
      const wait = isBlocked ? `, waits until ${blockedUntil.toISOString()}` : '';
      print(`${holder}  ${failures} wrong, last at ${lastAt.toISOString()}${wait}`);
    }
  });
