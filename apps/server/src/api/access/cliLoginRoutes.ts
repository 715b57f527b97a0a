import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { beginCliLogin } from '../../service/accounts/beginCliLogin.js';
import { decideCliLogin, readCliLogin } from '../../service/accounts/decideCliLogin.js';
import { endLogin } from '../../service/accounts/endLogin.js';
import { finishCliLogin } from '../../service/accounts/finishCliLogin.js';
import type { Resources } from '../../service/Resources.js';
import { serve } from '../serve.js';
import { credentialIn } from './credentialIn.js';

/** How `svc login` gets a login: PKCE with a loopback redirect, or a device code where there is no browser. */
export function cliLoginRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.beginCliLogin, ({ body }) => beginCliLogin(resources, body));
  serve(app, resources, operations.finishCliLogin, ({ body }) => finishCliLogin(resources, body));
  serve(app, resources, operations.getCliLogin, ({ principal, params }) =>
    readCliLogin(resources, principal, params.code),
  );
  serve(app, resources, operations.decideCliLogin, ({ principal, params, body }) =>
    decideCliLogin(resources, principal, params.code, body.allow),
  );
  serve(app, resources, operations.endLogin, async ({ principal, request }) => {
    await endLogin(resources, principal, credentialIn(request));
    return {};
  });
}
