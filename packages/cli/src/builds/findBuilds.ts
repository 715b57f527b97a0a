import { detectBranch } from '@svc/sdk';
import { resolveService } from '../access/resolveService.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { explainMissingSuite } from '../output/explainMissingSuite.js';
import { newestBuilds, type Read, readerOf, type SuiteBuild } from './newestBuilds.js';

export interface BranchFlags extends ServiceFlags {
  branch?: string;
  suite?: string;
}

export interface FoundBuilds {
  branch: string;
  /** Of each suite the newest, the newest first; at least one. */
  builds: SuiteBuild[];
  read: Read;
}

/**
 * The newest builds of the branch that is checked out, or of the one that is named.
 * @throws CliError BUILD_NOT_FOUND, SUITE_NOT_FOUND
 */
export async function findBuilds(
  { branch: named, suite, ...flags }: BranchFlags,
  context: Context,
): Promise<FoundBuilds> {
  const { env, cwd } = context;
  const access = await resolveService(flags, context);
  const branch = await detectBranch(named, { env, cwd });
  const read = readerOf(access, context);
  const builds = await newestBuilds(read, { branch, suite }).catch((error) =>
    Promise.reject(suite === undefined ? error : explainMissingSuite(error, suite)),
  );
  if (builds.length > 0) return { branch, builds, read };
  const place = suite === undefined ? '' : ` in suite "${suite}"`;
  throw new CliError(
    'BUILD_NOT_FOUND',
    `branch ${branch} has no build${place} yet: \`svc stories-a\`, \`upload\` or \`run\` makes one, --branch names another branch`,
  );
}
