import { parseElementSelector } from '@svc/layout-diff';
import type { AddIgnoreAreaBody, ChangeIgnoreAreaBody, IgnoreArea } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, readSlot } from '../../domain/slot.js';
import { announce } from '../../store/announcements/announce.js';
import type { Database } from '../../store/database.js';
import { newId } from '../../store/newId.js';
import {
  countIgnoreAreas,
  deleteIgnoreArea,
  findIgnoreArea,
  type IgnoreAreaRow,
  insertIgnoreArea,
  listIgnoreAreas,
  updateIgnoreArea,
} from '../../store/noise/ignoreAreas.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Areas that a suite may have: each is looked at for every snapshot. */
const mostAreas = 500;

type Within = Pick<Resources, 'database'>;

/**
 * Ignore areas of a project or a suite, expired ones included.
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readIgnoreAreas(
  { database }: Within,
  { project }: ProjectAccess,
  suite: string | undefined,
  page: { after: string | null; limit: number },
): Promise<IgnoreArea[]> {
  const found = suite === undefined ? null : await findSuite(database, project.id, suite);
  if (found === undefined) throw notFound('Suite');
  const rows = await listIgnoreAreas(database, { projectId: project.id, suiteId: found?.id ?? null }, page);
  return rows.map(presentArea);
}

/**
 * Adds an ignore area (R56).
 * @throws ServiceError SUITE_NOT_FOUND, VALIDATION_ERROR for an element that is not a selector of layout records, QUOTA_EXCEEDED
 */
export function addIgnoreArea(
  { database }: Within,
  access: ProjectAccess,
  { suite, scope, label, expiresAt, ...given }: AddIgnoreAreaBody,
): Promise<IgnoreArea> {
  refuseUnreadable(given.element);
  return database.transaction().execute(async (transaction) => {
    const found = await findSuite(transaction, access.project.id, suite);
    if (!found) throw notFound('Suite');
    if ((await countIgnoreAreas(transaction, found.id)) >= mostAreas) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `Suite "${suite}" has ${mostAreas} ignore areas; remove some before you add another one`,
      );
    }
    const id = newId('ignoreArea');
    const slot = given.name ? readSlot({ ...given, name: given.name }) : null;
    await insertIgnoreArea(transaction, {
      id,
      projectId: access.project.id,
      suiteId: found.id,
      name: slot?.name ?? null,
      viewport: scope === 'snapshot' ? (slot?.viewport ?? null) : null,
      browser: scope === 'snapshot' ? (slot?.browser ?? null) : null,
      label,
      ...placeColumns(given),
      author: access.actor,
      authorId: access.namespace || access.actor,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
    return note(transaction, access, id, 'ignore-area.added');
  });
}

/**
 * Changes name, expiry or place of an ignore area.
 * @throws ServiceError IGNORE_AREA_NOT_FOUND, VALIDATION_ERROR
 */
export function changeIgnoreArea(
  { database }: Within,
  access: ProjectAccess,
  id: string,
  { label, expiresAt, ...place }: ChangeIgnoreAreaBody,
): Promise<IgnoreArea> {
  refuseUnreadable(place.element);
  return database.transaction().execute(async (transaction) => {
    if (!(await findIgnoreArea(transaction, access.project.id, id))) throw notFound('Ignore_Area');
    const change = {
      ...(label !== undefined && { label }),
      ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      ...((place.box || place.element) && placeColumns(place)),
    };
    if (Object.keys(change).length > 0) await updateIgnoreArea(transaction, id, change);
    return note(transaction, access, id, 'ignore-area.changed');
  });
}

/**
 * Removes an ignore area: what is there counts in the next comparison.
 * @throws ServiceError IGNORE_AREA_NOT_FOUND
 */
export function removeIgnoreArea({ database }: Within, access: ProjectAccess, id: string): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    if (!(await findIgnoreArea(transaction, access.project.id, id))) throw notFound('Ignore_Area');
    await note(transaction, access, id, 'ignore-area.removed');
    if (!(await deleteIgnoreArea(transaction, id))) throw notFound('Ignore_Area');
  });
}

function refuseUnreadable(element: string | null | undefined): void {
  if (!element || parseElementSelector(element)) return;
  const message =
    'must be tags, #id, .class and [data-testid="…"], with spaces between ancestor and descendant';
  throw new ServiceError('VALIDATION_ERROR', `element ${message}`, [{ path: 'element', message }]);
}

const placeColumns = ({ box, element }: Pick<ChangeIgnoreAreaBody, 'box' | 'element'>) => ({
  x: box?.x ?? null,
  y: box?.y ?? null,
  width: box?.width ?? null,
  height: box?.height ?? null,
  element: element ?? null,
});

async function note(
  transaction: Database,
  access: ProjectAccess,
  id: string,
  action: `ignore-area.${'added' | 'changed' | 'removed'}`,
): Promise<IgnoreArea> {
  const row = await findIgnoreArea(transaction, access.project.id, id);
  // Two people may remove it at once.
  if (!row) throw notFound('Ignore_Area');
  const area = presentArea(row);
  const { suite, name, scope, label, box, element, expiresAt } = area;
  const details = { suite, snapshot: name, scope, label, box, element, expiresAt };
  await noteInAudit(transaction, access, action, { target: id, details });
  await announce(transaction, { kind: 'areas', suiteId: row.suiteId });
  return area;
}

function presentArea(row: IgnoreAreaRow): IgnoreArea {
  const { id, suite, name, x, y, width, height, element, label, author, isExpired } = row;
  const isSlot = row.viewport !== null && row.browser !== null;
  const { viewport, browser } = presentSlot({
    name: name ?? '',
    viewport: row.viewport ?? '',
    browser: row.browser ?? '',
  });
  return {
    id,
    suite,
    scope: name === null ? 'suite' : isSlot ? 'snapshot' : 'name',
    name,
    viewport,
    browser,
    box: x === null || y === null || width === null || height === null ? null : { x, y, width, height },
    element,
    label,
    author,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired,
  };
}
