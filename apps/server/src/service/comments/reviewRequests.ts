import type { ReviewRequest } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { announce } from '../../store/announcements/announce.js';
import { endReviewRequest, insertReviewRequest } from '../../store/comments/reviewRequests.js';
import type { Database } from '../../store/database.js';
import { type DiffRow, findDiff } from '../../store/diffs/diffs.js';
import { enqueueActivity, type Notification } from '../../store/mail/activity.js';
import { listMembers } from '../../store/organisations/organisations.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { readReviewRequests, scopeOfRequests } from '../requests/openRequests.js';

/**
 * Who is asked to review a diff, the first one first.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function listRequestsOf(
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  diffId: string,
): Promise<ReviewRequest[]> {
  return readReviewRequests(database, access, await requireDiff(database, access, diffId));
}

/**
 * Asks members to review a diff (R58): all who are named, or nobody.
 * @param reviewers names or ids
 * @throws ServiceError DIFF_NOT_FOUND, MEMBER_NOT_FOUND, VALIDATION_ERROR for a viewer
 */
export const requestReview = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  diffId: string,
  reviewers: readonly string[],
): Promise<ReviewRequest[]> =>
  database.transaction().execute(async (transaction) => {
    const diff = await requireDiff(transaction, access, diffId);
    const members = await listMembers(transaction, access.project.org);
    const asked = new Map(reviewers.map((given) => [given, findMember(members, given)]));
    const notifications: Notification[] = [];
    for (const { id: userId, name } of new Set(asked.values())) {
      const asking = { userId, requestedBy: access.actor, requestedById: access.namespace };
      const made = await insertReviewRequest(transaction, scopeOfRequests(diff), asking);
      if (made === undefined) continue;
      if (access.namespace !== `user:${userId}`)
        notifications.push({ userId, notice: { kind: 'request', requestId: made } });
      await noteInAudit(transaction, access, 'review.requested', {
        target: diffId,
        details: { reviewer: name, reviewerId: userId },
      });
    }
    await enqueueActivity(transaction, diffId, notifications);
    await announce(transaction, { kind: 'diff', diffId });
    return readReviewRequests(transaction, access, diff);
  });

type Member = Awaited<ReturnType<typeof listMembers>>[number];

function findMember(members: readonly Member[], given: string): Member {
  const wanted = given.trim().toLowerCase();
  const found = members.filter(({ id, name }) => id === given || name.toLowerCase() === wanted);
  const [member] = found;
  if (!member) throw new ServiceError('MEMBER_NOT_FOUND', `"${given}" is not a member of the organization`);
  if (found.length > 1) {
    throw new ServiceError(
      'VALIDATION_ERROR',
      `${found.length} members are called "${given}"; use the ID instead: ${found.map(({ id }) => id).join(', ')}`,
    );
  }
  if (member.role === 'viewer') {
    throw new ServiceError(
      'VALIDATION_ERROR',
      `${member.name} has the viewer role and cannot review; ask somebody else, or have an owner change the role`,
    );
  }
  return member;
}

/**
 * Ends a request: finished by the person who was asked, or withdrawn by somebody else.
 * @throws ServiceError REVIEW_REQUEST_NOT_FOUND
 */
export const endRequest = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  id: string,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const ended = await endReviewRequest(transaction, access.project.id, id);
    if (!ended) throw notFound('Review_Request');
    const isOwn = access.namespace === `user:${ended.userId}`;
    await noteInAudit(transaction, access, isOwn ? 'review.finished' : 'review.withdrawn', {
      target: ended.diffId,
      details: { reviewer: ended.name, reviewerId: ended.userId },
    });
    await announce(transaction, { kind: 'diff', diffId: ended.diffId });
  });

async function requireDiff(database: Database, { project }: ProjectAccess, id: string): Promise<DiffRow> {
  const diff = await findDiff(database, project.id, id);
  if (!diff) throw notFound('Diff');
  return diff;
}
