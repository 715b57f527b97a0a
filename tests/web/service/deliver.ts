import { deliverCheckRuns } from '../../../apps/server/src/service/codeHosts/deliverCheckRuns.js';
import { bytea } from '../../../apps/server/src/store/bytea.js';
import { saveCodeHost } from '../../../apps/server/src/store/codeHosts/codeHosts.js';
import type { FakeReceiver } from '../../../apps/server/testing/codeHosts/startFakeReceiver.js';
import type { World } from './openService.js';
import { projectOf } from './seedProject.js';

/** Has check runs told to that receiver, instead of to GitHub. */
export async function useReceiver(world: World, receiver: FakeReceiver): Promise<void> {
  const { database, vault } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  await saveCodeHost(database, {
    projectId,
    org: null,
    codeRepositoryId: null,
    kind: 'webhook',
    repository: null,
    url: receiver.url,
    secret: bytea(vault.seal(receiver.secret, projectId).toString('hex')),
    checkName: 'svc',
    comment: false,
    approvers: null,
  });
}

/** Delivers what is due, as the service does all the time. */
export const deliver = ({ service }: World): Promise<void> =>
  deliverCheckRuns(service.resources, new AbortController().signal);
