import {
  commentBody,
  listThreadsQuery,
  startThreadBody,
  thread,
  threadList,
} from '../conversation/comments.js';
import { requestReviewBody, reviewRequestList } from '../conversation/reviewRequests.js';
import { byId, nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

const onThread = {
  access: 'project',
  needs: 'review',
  params: byId,
  body: nothing,
  response: thread,
  errors: ['THREAD_NOT_FOUND'],
} as const;

export const commentOperations = {
  listThreads: {
    ...routes.listThreads,
    summary:
      'Threads of comments that a diff shows: its own, and unresolved ones of earlier builds of its branch',
    access: 'project',
    needs: 'read',
    params: byId,
    query: listThreadsQuery,
    response: threadList,
    errors: ['DIFF_NOT_FOUND'],
  },
  startThread: {
    ...routes.startThread,
    summary: 'Comment on a snapshot of a diff, or on a place in its image',
    access: 'project',
    needs: 'review',
    params: byId,
    body: startThreadBody,
    response: thread,
    errors: ['DIFF_NOT_FOUND', 'SNAPSHOT_NOT_IN_DIFF', 'QUOTA_EXCEEDED'],
  },
  reply: {
    ...routes.reply,
    summary: 'Add a comment to a thread',
    access: 'project',
    needs: 'review',
    params: byId,
    body: commentBody,
    response: thread,
    errors: ['THREAD_NOT_FOUND', 'QUOTA_EXCEEDED'],
  },
  resolveThread: {
    ...routes.resolveThread,
    ...onThread,
    summary: 'Resolve a thread: later builds no longer show it',
  },
  reopenThread: {
    ...routes.reopenThread,
    ...onThread,
    summary: 'Reopen a resolved thread',
  },
  editComment: {
    ...routes.editComment,
    summary: 'Change the text of a comment of one’s own',
    access: 'project',
    needs: 'review',
    params: byId,
    body: commentBody,
    response: thread,
    errors: ['COMMENT_NOT_FOUND'],
  },
  deleteComment: {
    ...routes.deleteComment,
    summary: 'Delete a comment: one’s own, or as a maintainer any. The last one takes its thread along',
    access: 'project',
    needs: 'review',
    params: byId,
    response: nothing,
    errors: ['COMMENT_NOT_FOUND'],
  },
  listReviewRequests: {
    ...routes.listReviewRequests,
    summary: 'Members who are asked to review a diff, and have neither decided nor finished',
    access: 'project',
    needs: 'read',
    params: byId,
    response: reviewRequestList,
    errors: ['DIFF_NOT_FOUND'],
  },
  requestReview: {
    ...routes.requestReview,
    summary: 'Ask members to review a diff, and later builds of its branch in its place',
    access: 'project',
    needs: 'review',
    params: byId,
    body: requestReviewBody,
    response: reviewRequestList,
    errors: ['DIFF_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  },
  endReviewRequest: {
    ...routes.endReviewRequest,
    summary: 'Finish a review that one was asked for, or withdraw the request to somebody else',
    access: 'project',
    needs: 'review',
    params: byId,
    response: nothing,
    errors: ['REVIEW_REQUEST_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
