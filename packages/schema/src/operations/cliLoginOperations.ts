import {
  beginCliLoginBody,
  begunCliLogin,
  byUserCode,
  cliLogin,
  decideCliLoginBody,
  decidedCliLogin,
  finishCliLoginBody,
  finishedCliLogin,
} from '../access.js';
import { nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const cliLoginOperations = {
  beginCliLogin: {
    ...routes.beginCliLogin,
    summary: 'Begin the login of a command line, which a person allows in a browser',
    access: 'public',
    needs: null,
    body: beginCliLoginBody,
    response: begunCliLogin,
  },
  finishCliLogin: {
    ...routes.finishCliLogin,
    summary: 'Get the token of a login that was allowed, once; LOGIN_PENDING until then',
    access: 'public',
    needs: null,
    body: finishCliLoginBody,
    response: finishedCliLogin,
    errors: ['LOGIN_PENDING', 'TOKEN_INVALID'],
  },
  getCliLogin: {
    ...routes.getCliLogin,
    summary: 'What a login that waits is for; browser sessions only',
    access: 'person',
    needs: null,
    params: byUserCode,
    response: cliLogin,
    errors: ['LOGIN_NOT_FOUND'],
  },
  decideCliLogin: {
    ...routes.decideCliLogin,
    summary: 'Allow or refuse a login of a command line; browser sessions only',
    access: 'person',
    needs: null,
    isSecret: true,
    params: byUserCode,
    body: decideCliLoginBody,
    response: decidedCliLogin,
    errors: ['LOGIN_NOT_FOUND'],
  },
  endLogin: {
    ...routes.endLogin,
    summary: 'Revoke the login that asks',
    access: 'person',
    needs: null,
    response: nothing,
  },
} as const satisfies Record<string, Operation>;
