import { ServiceError } from '../../domain/ServiceError.js';
import type { ProjectAccess } from './ProjectAccess.js';

/** Something that images are added to. */
interface Work {
  /** Who made it. */
  actor: string;
  autoApprove: boolean;
  autoBaseline?: boolean;
}

/**
 * Adding to what is approved automatically is a decision (R18): that takes the right to review. And a key of CI adds only to what runs
 * of its own ref have made.
 * @param what as messages call it, such as "session ses_…"
 * @throws ServiceError FORBIDDEN
 */
export function refuseStrayUpload(access: ProjectAccess, work: Work, what: string): void {
  if ((work.autoApprove || work.autoBaseline) && !access.mayReview) {
    throw new ServiceError(
      'FORBIDDEN',
      `The ${what} approves automatically, so adding to it requires the right to review; ${access.actor} may only upload`,
    );
  }
  if (access.binding && work.actor !== access.actor) {
    throw new ServiceError(
      'FORBIDDEN',
      `The ${what} was created by ${work.actor}; this key of CI can only add to work for its own ref, ${access.binding.ref}`,
    );
  }
}

/**
 * Holds a key of CI to its branch.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherBranches(
  { binding }: ProjectAccess,
  branches: readonly (string | undefined)[] | undefined,
): void {
  if (!binding) return;
  const other = branches?.find((branch) => branch !== undefined && branch !== binding.branch);
  if (other === undefined) return;
  throw new ServiceError(
    'FORBIDDEN',
    binding.branch === null
      ? `This key of CI makes ephemeral captures only, since its run is of no branch of ${binding.repository}; it has no branch "${other}"`
      : `This key of CI is for the branch "${binding.branch}" of ${binding.repository}, not for "${other}"`,
  );
}

/**
 * Holds what a key of CI captures to its branch: without a branch it would count for none, and so be held to none.
 * @throws ServiceError FORBIDDEN
 */
export function requireOwnBranch(access: ProjectAccess, branch: string | undefined): void {
  refuseOtherBranches(access, [branch]);
  const { binding } = access;
  if (!binding || branch !== undefined) return;
  throw new ServiceError(
    'FORBIDDEN',
    `This key of CI is for the branch "${binding.branch}" of ${binding.repository}; pass it as \`branch\`, or make the capture ephemeral`,
  );
}

/** Whether all that the principal captures is ephemeral (R19). */
export const isHeldToEphemeral = ({ binding }: ProjectAccess): boolean =>
  binding !== null && binding.branch === null;
