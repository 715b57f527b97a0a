import { randomBytes } from 'node:crypto';
import type { ChangeSettingsBody, ProjectSettings } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { readBaselineMark } from '../../store/baselines/baselines.js';
import { readClock } from '../../store/checks/reports.js';
import type { FormerBranch } from '../../store/columnTypes.js';
import type { Database } from '../../store/database.js';
import { moveOpenReviews } from '../../store/diffs/openReviews.js';
import { changeProject, lockProject, type ProjectRow } from '../../store/projects/projects.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentSettings } from './readProjects.js';

/**
 * Changes the named settings of the project and leaves the others as they are.
 * @throws ServiceError FORBIDDEN
 */
export const changeSettings = async (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  change: ChangeSettingsBody,
): Promise<ProjectSettings> => {
  const { defaultBranch, retentionDays, maxBytes, maxFiles } = change;
  if ((maxBytes !== undefined || maxFiles !== undefined) && !isOperator(access)) {
    throw new ServiceError('FORBIDDEN', 'Only an operator of the service changes the quota of a project');
  }
  return database.transaction().execute(async (transaction) => {
    // As it is now: others can have changed it since the request was admitted.
    const project = await lockProject(transaction, access.project.id);
    const changed = await changeProject(transaction, project.id, {
      approvalMemory: change.approvalMemory ?? project.approvalMemory,
      requiredApprovals: change.requiredApprovals ?? project.requiredApprovals,
      proof: change.proof ?? project.proof,
      cancelSuperseded: change.cancelSuperseded ?? project.cancelSuperseded,
      defaultBranch: defaultBranch ?? project.defaultBranch,
      formerBranches: await followRenaming(transaction, project, defaultBranch),
      threshold: change.threshold ?? project.threshold,
      antiAliasing: change.antiAliasing ?? project.antiAliasing,
      sensitivity: change.sensitivity ?? project.sensitivity,
      a11y: change.a11y ?? project.a11y,
      a11yBySuite: change.a11yBySuite ?? project.a11yBySuite,
      badgeSecret: badgeSecretAfter(change.badges, project),
      retentionDays: retentionDays === undefined ? project.retentionDays : retentionDays,
      maxBytes: maxBytes === undefined ? project.maxBytes : maxBytes,
      maxFiles: maxFiles === undefined ? project.maxFiles : maxFiles,
    });
    const [from, to] = [presentSettings(project), presentSettings(changed)];
    await noteInAudit(transaction, access, 'settings.changed', { details: { from, to } });
    return to;
  });
};

/** Addresses of badges end with the secret that they were signed with. */
function badgeSecretAfter(badges: boolean | undefined, { badgeSecret }: ProjectRow): string | null {
  if (badges === undefined) return badgeSecret;
  return badges ? (badgeSecret ?? randomBytes(32).toString('base64url')) : null;
}

const isOperator = ({ principal }: ProjectAccess): boolean =>
  principal.kind === 'service' || (principal.kind === 'person' && principal.isOperator);

/** A default branch that is renamed takes its log and its open reviews along (R42). */
async function followRenaming(
  transaction: Database,
  { id, defaultBranch: name, formerBranches }: ProjectRow,
  defaultBranch: string | undefined,
): Promise<FormerBranch[]> {
  if (defaultBranch === undefined || defaultBranch === name) return formerBranches;
  await moveOpenReviews(transaction, id, { from: name, to: defaultBranch });
  return [
    ...formerBranches.filter((former) => former.name !== name),
    { name, until: await readBaselineMark(transaction), at: await readClock(transaction) },
  ];
}
