import { type Identity, operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { slugOf } from '../domain/slugOf.js';
import type { Resources } from '../service/Resources.js';
import { sessionDays, signIn } from '../service/signIn.js';
import { signOut } from '../service/signOut.js';
import { refuseOtherOrigins, sessionCookie } from './authenticate.js';
import { serve } from './serve.js';

/** @param secure whether browsers reach the service over https */
export function accessRoutes(app: FastifyInstance, resources: Resources, secure: boolean): void {
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
    const { name, session } = await signIn(resources, body.token);
    reply.setCookie(sessionCookie, session, { ...cookie, maxAge: sessionDays * 86_400 });
    return { kind: 'user', name, project: null };
  });

  serve(app, resources, operations.signOut, async ({ request, reply }) => {
    refuseOtherOrigins(request);
    const session = request.cookies[sessionCookie];
    if (session) await signOut(resources, session);
    reply.clearCookie(sessionCookie, cookie);
    return {};
  });
}
