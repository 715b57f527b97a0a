import {
  checkRunList,
  codeHostAnswer,
  githubEvent,
  githubEventOutcome,
  listCheckRunsQuery,
  setCodeHostBody,
} from '../codeHost.js';
import { byId, nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const codeHostOperations = {
  listCheckRuns: {
    ...routes.listCheckRuns,
    summary: 'Check runs of the project, newest first, and why one is not shown on the code host',
    access: 'project',
    needs: 'read',
    query: listCheckRunsQuery,
    response: checkRunList,
  },
  deliverCheckRun: {
    ...routes.deliverCheckRun,
    summary: 'Show a check run on the code host once more, now',
    access: 'project',
    needs: 'upload',
    params: byId,
    body: nothing,
    response: nothing,
    errors: ['CHECK_RUN_NOT_FOUND'],
  },
  getCodeHost: {
    ...routes.getCodeHost,
    summary: 'Where the project shows its check runs; secrets are left out',
    access: 'project',
    needs: 'read',
    response: codeHostAnswer,
  },
  setCodeHost: {
    ...routes.setCodeHost,
    summary: 'Say where the project shows its check runs; people only, no API keys',
    access: 'project',
    needs: 'manage',
    body: setCodeHostBody,
    response: codeHostAnswer,
  },
  removeCodeHost: {
    ...routes.removeCodeHost,
    summary: 'Show no check runs any more; people only, no API keys',
    access: 'project',
    needs: 'manage',
    response: nothing,
  },
  receiveGithubEvent: {
    ...routes.receiveGithubEvent,
    summary: 'Webhook of the GitHub App: the button of a check run, and running one again',
    access: 'signed',
    needs: null,
    bodies: { 'application/json': githubEvent },
    response: githubEventOutcome,
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
