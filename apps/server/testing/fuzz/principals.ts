import { type Scope, scope } from '@svc/schema';
import { createWebSession, insertPerson } from '../../src/store/accounts/people.js';
import { insertApiKey } from '../../src/store/keys/apiKeys.js';
import { saveMember } from '../../src/store/organisations/organisations.js';
import { ensureProject } from '../../src/store/projects/projects.js';
import type { TestService } from '../startTestService.js';

export interface Principal {
  name: string;
  /** Of a key. */
  id: string | null;
  headers: Readonly<Record<string, string>>;
}

/** One of each kind: nobody, a key of each scope and of all, and a signed-in owner. */
export const principalCount = scope.options.length + 3;

/** @param host under which browsers reach the service */
export async function createPrincipals(service: TestService, host: string): Promise<Principal[]> {
  const keys: [string, readonly Scope[]][] = [
    ...scope.options.map((one): [string, Scope[]] => [`a key that may ${one}`, [one]]),
    ['a key', scope.options],
  ];
  const { database } = service.resources;
  const { id: projectId } = await ensureProject(database, 'acme/web');
  const made: Principal[] = [{ name: 'nobody', id: null, headers: {} }];
  for (const [name, scopes] of keys) {
    const { secret, row } = await insertApiKey(database, {
      projectId,
      name,
      scopes: [...scopes],
      createdBy: null,
      expiresInDays: null,
    });
    made.push({ name, id: row.id, headers: { 'x-api-key': secret } });
  }
  return [...made, { name: 'an owner', id: null, headers: await signInOwner(service, host) }];
}

/** The browser of a new owner of the organisation: requests may remove one, or sign it out. */
export async function signInOwner(
  { resources: { database } }: TestService,
  host: string,
): Promise<Record<string, string>> {
  const owner = await insertPerson(database, { name: 'owner', email: null, password: null });
  if (!owner) throw new Error('no owner was made');
  await saveMember(database, { org: 'acme', role: 'owner', userId: owner.id });
  const session = await createWebSession(database, owner.id, 1, null);
  return { cookie: `svc_session=${session}`, origin: `http://${host}`, 'x-svc-project': 'acme/web' };
}
