import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { Requester } from '../service/access/Principal.js';
import { readCheckRuns } from '../service/codeHosts/readCheckRuns.js';
import { readCodeHost } from '../service/codeHosts/readCodeHost.js';
import { redeliverCheckRun } from '../service/codeHosts/redeliverCheckRun.js';
import { removeCodeHost, setCodeHost } from '../service/codeHosts/setCodeHost.js';
import type { Resources } from '../service/Resources.js';
import { serve } from './serve.js';

export function codeHostRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getCodeHost, ({ access }) => readCodeHost(resources, access));

  serve(app, resources, operations.listCheckRuns, ({ query, access }) =>
    readCheckRuns(resources, access, query),
  );

  serve(app, resources, operations.deliverCheckRun, async ({ params, access }) => {
    await redeliverCheckRun(resources, access, params.id);
    return {};
  });

  serve(app, resources, operations.setCodeHost, async ({ body, access, principal }) => {
    refuseKeys(principal);
    await setCodeHost(resources, access, body);
    return readCodeHost(resources, access);
  });

  serve(app, resources, operations.removeCodeHost, async ({ access, principal }) => {
    refuseKeys(principal);
    await removeCodeHost(resources, access);
    return {};
  });
}

/** A key lives in the CI of one repository; it must not be able to speak in another one's name. */
function refuseKeys(principal: Requester): void {
  if (principal.kind === 'person') return;
  throw new ServiceError(
    'FORBIDDEN',
    'An API key cannot change the code host; sign in to do so, or use `svc-server code-host`',
  );
}
