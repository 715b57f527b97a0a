import { flakyList, listFlakyQuery } from '../noise/flaky.js';
import {
  addIgnoreAreaBody,
  changeIgnoreAreaBody,
  ignoreArea,
  ignoreAreaList,
  listIgnoreAreasQuery,
} from '../noise/ignoreAreas.js';
import { ignoreChangesBody, ignoreResult, stopIgnoringBody } from '../noise/ignoredChanges.js';
import { elementsQuery, pickedElements } from '../noise/pickElements.js';
import { byId, nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const noiseOperations = {
  listIgnoreAreas: {
    ...routes.listIgnoreAreas,
    summary: 'Areas that comparisons ignore, oldest first, expired ones included',
    access: 'project',
    needs: 'read',
    query: listIgnoreAreasQuery,
    response: ignoreAreaList,
    errors: ['SUITE_NOT_FOUND'],
  },
  addIgnoreArea: {
    ...routes.addIgnoreArea,
    summary: 'Ignore a box or an element in later comparisons of a snapshot, a name or a suite',
    access: 'project',
    needs: 'review',
    body: addIgnoreAreaBody,
    response: ignoreArea,
    errors: ['SUITE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  },
  changeIgnoreArea: {
    ...routes.changeIgnoreArea,
    summary: 'Change the name, the expiry or the place of an ignore area',
    access: 'project',
    needs: 'review',
    params: byId,
    body: changeIgnoreAreaBody,
    response: ignoreArea,
    errors: ['IGNORE_AREA_NOT_FOUND'],
  },
  removeIgnoreArea: {
    ...routes.removeIgnoreArea,
    summary: 'Remove an ignore area: the next comparison counts what is there',
    access: 'project',
    needs: 'review',
    params: byId,
    response: nothing,
    errors: ['IGNORE_AREA_NOT_FOUND'],
  },
  ignoreChanges: {
    ...routes.ignoreChanges,
    summary:
      'Ignore undecided changes for some days, in all builds where the same pixels change in the same way',
    access: 'project',
    needs: 'review',
    params: byId,
    body: ignoreChangesBody,
    response: ignoreResult,
    errors: [
      'DIFF_NOT_FOUND',
      'DIFF_NOT_READY',
      'SNAPSHOT_NOT_IN_DIFF',
      'DECISION_CONFLICT',
      'QUOTA_EXCEEDED',
    ],
  },
  stopIgnoring: {
    ...routes.stopIgnoring,
    summary: 'Stop ignoring changes: they are to be reviewed again',
    access: 'project',
    needs: 'review',
    params: byId,
    body: stopIgnoringBody,
    response: ignoreResult,
    errors: ['DIFF_NOT_FOUND', 'DIFF_NOT_READY', 'SNAPSHOT_NOT_IN_DIFF'],
  },
  listFlaky: {
    ...routes.listFlaky,
    summary: 'Snapshots that look different for no reason, the worst first, with why and the two images',
    access: 'project',
    needs: 'read',
    query: listFlakyQuery,
    response: flakyList,
    errors: ['SUITE_NOT_FOUND'],
  },
  pickElements: {
    ...routes.pickElements,
    summary: 'Elements at a point of an image, with the selectors by which an ignore area finds them again',
    access: 'project',
    needs: 'read',
    params: byId,
    query: elementsQuery,
    response: pickedElements,
    errors: ['DIFF_NOT_FOUND', 'SNAPSHOT_NOT_IN_DIFF'],
  },
} as const satisfies Record<string, Operation>;
