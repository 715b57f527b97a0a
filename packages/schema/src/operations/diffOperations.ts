import {
  approveResult,
  createDiffBody,
  decisionBody,
  diff,
  diffList,
  listDiffsQuery,
  rejectResult,
  revokeResult,
} from '../diff.js';
import { byId, nothing } from '../primitives.js';
import { review } from '../review.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const diffOperations = {
  createDiff: {
    ...routes.createDiff,
    summary: 'Compare a capture with baselines or with another capture',
    access: 'project',
    needs: 'upload',
    body: createDiffBody,
    response: diff,
  },
  listDiffs: {
    ...routes.listDiffs,
    summary: 'Diffs of the project, newest first',
    access: 'project',
    needs: 'read',
    query: listDiffsQuery,
    response: diffList,
  },
  getDiff: {
    ...routes.getDiff,
    summary: 'A diff with its results',
    access: 'project',
    needs: 'read',
    params: byId,
    response: diff,
  },
  getReview: {
    ...routes.getReview,
    summary: 'What a review of a diff shows, in a compact form',
    access: 'project',
    needs: 'read',
    params: byId,
    response: review,
  },
  reDiff: {
    ...routes.reDiff,
    summary: 'Evaluate a diff again, against the baselines of now',
    access: 'project',
    needs: 'upload',
    params: byId,
    body: nothing,
    response: diff,
  },
  approve: {
    ...routes.approve,
    summary: 'Approve the named snapshots, or all: they become baselines',
    access: 'project',
    needs: 'review',
    params: byId,
    body: decisionBody,
    response: approveResult,
  },
  reject: {
    ...routes.reject,
    summary: 'Reject the named snapshots, or all pending ones',
    access: 'project',
    needs: 'review',
    params: byId,
    body: decisionBody,
    response: rejectResult,
  },
  revoke: {
    ...routes.revoke,
    summary: 'Take back the approval or rejection of the named snapshots, or of all',
    access: 'project',
    needs: 'review',
    params: byId,
    body: decisionBody,
    response: revokeResult,
  },
} as const satisfies Record<string, Operation>;
