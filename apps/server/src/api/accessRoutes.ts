import { type Identity, operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { Resources } from '../service/Resources.js';
import { createWebSession, deleteWebSession, useSignInToken } from '../store/access.js';
import { slugOf } from '../store/projects.js';
import { refuseOtherOrigins, sessionCookie } from './authenticate.js';
import { serve } from './serve.js';

const sessionDays = 30;

/** @param secure whether browsers reach the service over https */
export function accessRoutes(app: FastifyInstance, resources: Resources, secure: boolean): void {
  const { database } = resources;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  serve(
    app,
    resources,
    operations.whoAmI,
    async ({ asker }): Promise<Identity> =>
      asker.kind === 'key'
        ? { kind: 'key', name: asker.keyName, project: slugOf(asker.project) }
        : { kind: 'user', name: asker.name, project: null },
  );

  serve(app, resources, operations.signIn, async ({ body, request, reply }): Promise<Identity> => {
    refuseOtherOrigins(request);
    const user = await useSignInToken(database, body.token);
    if (!user) {
      throw new ServiceError(
        'TOKEN_INVALID',
        'This sign-in link has been used or is over. `svc-server sign-in-link` prints a new one.',
      );
    }
    const session = await createWebSession(database, user.id, sessionDays);
    reply.setCookie(sessionCookie, session, { ...cookie, maxAge: sessionDays * 86_400 });
    return { kind: 'user', name: user.name, project: null };
  });

  serve(app, resources, operations.signOut, async ({ request, reply }) => {
    refuseOtherOrigins(request);
    const session = request.cookies[sessionCookie];
    if (session) await deleteWebSession(database, session);
    reply.clearCookie(sessionCookie, cookie);
    return {};
  });
}
