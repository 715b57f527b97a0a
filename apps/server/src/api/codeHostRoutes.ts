import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { Asker } from '../service/access/identify.js';
import { readCheckRuns } from '../service/codeHosts/readCheckRuns.js';
import { readCodeHost } from '../service/codeHosts/readCodeHost.js';
import { redeliverCheckRun } from '../service/codeHosts/redeliverCheckRun.js';
import { removeCodeHost } from '../service/codeHosts/removeCodeHost.js';
import { setCodeHost } from '../service/codeHosts/setCodeHost.js';
import type { Resources } from '../service/Resources.js';
import { serve } from './serve.js';

export function codeHostRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getCodeHost, ({ caller }) => readCodeHost(resources, caller));

  serve(app, resources, operations.listCheckRuns, ({ query, caller }) =>
    readCheckRuns(resources, caller, query),
  );

  serve(app, resources, operations.deliverCheckRun, async ({ params, caller }) => {
    await redeliverCheckRun(resources, caller, params.id);
    return {};
  });

  serve(app, resources, operations.setCodeHost, async ({ body, caller, asker }) => {
    refuseKeys(asker);
    await setCodeHost(resources, caller, body);
    return readCodeHost(resources, caller);
  });

  serve(app, resources, operations.removeCodeHost, async ({ caller, asker }) => {
    refuseKeys(asker);
    await removeCodeHost(resources, caller);
    return {};
  });
}

/** A key lives in the CI of one repository; it must not be able to speak in another one's name. */
function refuseKeys(asker: Asker): void {
  if (asker.kind === 'user') return;
  throw new ServiceError(
    'FORBIDDEN',
    'An API key cannot change the code host; sign in to do so, or use `svc-server code-host`',
  );
}
