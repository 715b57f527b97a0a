import { byId } from '../primitives.js';
import { routes } from '../routes.js';
import { finishedRun, finishRunBody } from '../run.js';
import {
  completedSession,
  completeSessionBody,
  createdSession,
  createSessionBody,
  listSessionsQuery,
  session,
  sessionList,
} from '../session.js';
import type { Operation } from './Operation.js';

export const sessionOperations = {
  createSession: {
    ...routes.createSession,
    summary: 'Open a session with the capture and diff of its first suite',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'list',
    body: createSessionBody,
    response: createdSession,
    errors: ['SESSION_COMPLETED', 'SESSION_MISMATCH'],
  },
  completeSession: {
    ...routes.completeSession,
    summary: 'Complete a session: conclusions of all its diffs',
    access: 'project',
    needs: 'upload',
    params: byId,
    body: completeSessionBody,
    response: completedSession,
    errors: ['SESSION_NOT_FOUND', 'SESSION_COMPLETED'],
  },
  getSession: {
    ...routes.getSession,
    summary: 'A session with the diffs of its suites',
    access: 'project',
    needs: 'read',
    params: byId,
    response: session,
    errors: ['SESSION_NOT_FOUND'],
  },
  listSessions: {
    ...routes.listSessions,
    summary: 'Sessions of the project, newest first, with the diffs of their suites',
    access: 'project',
    needs: 'read',
    query: listSessionsQuery,
    response: sessionList,
  },
  finishRun: {
    ...routes.finishRun,
    summary: 'Say that no more parts of a run follow',
    access: 'project',
    needs: 'upload',
    body: finishRunBody,
    response: finishedRun,
  },
} as const satisfies Record<string, Operation>;
