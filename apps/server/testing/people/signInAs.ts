import type { Role } from '@svc/schema';
import { createWebSession, insertPerson } from '../../src/store/accounts/people.js';
import { saveMember } from '../../src/store/organisations/organisations.js';
import type { TestService } from '../startTestService.js';

/** Makes a person with a browser session, and a member of the test organization where a role is given. */
export async function signInAs(service: TestService, name: string, role: Role | null) {
  const { database } = service.resources;
  const made = await insertPerson(database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  if (role) await saveMember(database, { org: 'acme', userId: made.id, role });
  const session = await createWebSession(database, made.id, 1, null);
  const headers = {
    cookie: `svc_session=${session}`,
    origin: 'http://localhost',
    host: 'localhost',
    'x-svc-project': 'acme/web',
  };
  return {
    id: made.id,
    name,
    headers,
    /** @param path after `/api/v1` */
    async ask<Body = object>(
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      payload?: object,
    ) {
      const answer = await service.app.inject({
        method,
        url: `/api/v1${path}`,
        headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }),
      });
      return {
        status: answer.statusCode,
        body: answer.json() as Body & { error?: { code: string; message: string } },
      };
    },
  };
}

export type SignedIn = Awaited<ReturnType<typeof signInAs>>;
