import type { Badge } from '@svc/schema';
import { type BadgeState, badgeState } from '../../domain/badges/badgeState.js';
import { notFound } from '../../domain/ServiceError.js';
import { findBadgeSecret, findNewestBuild } from '../../store/projects/badges.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { judge } from '../checks/judge.js';
import type { Resources } from '../Resources.js';
import { type BadgePlace, isSignedBadge, signBadge } from './signBadge.js';

/**
 * The address of a badge, for members to give away.
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readBadgeAddress(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  { project }: ProjectAccess,
  place: BadgePlace,
): Promise<Badge> {
  if (!(await findSuite(database, project.id, place.suite))) throw notFound('Suite');
  const { badgeSecret } = project;
  if (badgeSecret === null) return { url: null };
  return { url: links.badge(project.id, { ...place, token: signBadge(badgeSecret, place) }) };
}

/** What a badge shows. */
export interface ShownBadge {
  /** The suite; null where the address has no good token. */
  suite: string | null;
  state: BadgeState;
}

/** What a badge shows to anybody with its address. A project without badges looks like one that does not exist. */
export async function readBadge(
  { database, recentBadges }: Pick<Resources, 'database' | 'recentBadges'>,
  projectId: string,
  { token, ...place }: BadgePlace & { token: string },
): Promise<ShownBadge> {
  const secret = await findBadgeSecret(database, projectId);
  if (secret === null || !isSignedBadge(secret, place, token)) return { suite: null, state: 'unknown' };
  const badge = JSON.stringify([projectId, place.suite, place.branch]);
  const state = await recentBadges.read(badge, () => readState(database, projectId, place));
  return { suite: place.suite, state };
}

async function readState(
  database: Resources['database'],
  projectId: string,
  { suite, branch }: BadgePlace,
): Promise<BadgeState> {
  const found = await findSuite(database, projectId, suite);
  const newest = found && (await findNewestBuild(database, found.id, branch));
  if (!newest) return 'unknown';
  if (newest.isRunning) return 'pending';
  const verdicts = (await judge(database, projectId, newest.commit)).suites.get(suite) ?? [];
  return badgeState(verdicts.filter((verdict) => verdict.branch === branch));
}
