import {
  apiKey,
  apiKeyList,
  auditList,
  auditQuery,
  createdKey,
  createKeyBody,
  exchangedKey,
  exchangeIdTokenBody,
} from '../access.js';
import { byId, paging } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const keyOperations = {
  listKeys: {
    ...routes.listKeys,
    summary: 'API keys of the project, newest first, without their secrets',
    access: 'project',
    needs: 'manage',
    query: paging,
    response: apiKeyList,
  },
  createKey: {
    ...routes.createKey,
    summary: 'Make an API key of the project; its secret is answered once',
    access: 'project',
    needs: 'manage',
    isSecret: true,
    body: createKeyBody,
    response: createdKey,
  },
  revokeKey: {
    ...routes.revokeKey,
    summary: 'Revoke an API key, at once and for good',
    access: 'project',
    needs: 'manage',
    params: byId,
    response: apiKey,
    errors: ['KEY_NOT_FOUND'],
  },
  exchangeIdToken: {
    ...routes.exchangeIdToken,
    summary: 'Get a key of 15 minutes for an identity token of CI, held to its repository and ref',
    access: 'public',
    needs: null,
    isSecret: true,
    body: exchangeIdTokenBody,
    response: exchangedKey,
    errors: ['TOKEN_INVALID', 'ISSUER_UNAVAILABLE', 'PROJECT_NOT_FOUND'],
  },
  listAudit: {
    ...routes.listAudit,
    summary: 'Who decided and changed what in the project, newest first',
    access: 'project',
    needs: 'manage',
    query: auditQuery,
    response: auditList,
  },
} as const satisfies Record<string, Operation>;
