import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Resources } from '../service/Resources.js';
import { sessionDays } from '../service/signIn.js';
import { beginSignInElsewhere, finishSignInElsewhere, journeyTime } from '../service/signInElsewhere.js';
import { sessionCookie } from './authenticate.js';
import { admit } from './serve.js';

const journeyCookie = 'svc_oauth';

const params = z.object({ provider: z.string().max(50) });
const query = z.object({
  next: z.string().max(2_000).default('/'),
  invitation: z.string().max(200).optional(),
});

/**
 * Where browsers leave for a provider and come back from one.
 * @param secure whether browsers reach the service over https
 */
export function oauthRoutes(app: FastifyInstance, resources: Resources, secure: boolean): void {
  // Lax: the way back is a link from elsewhere.
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const;
  const journey = { ...cookie, path: '/api/v1/oauth' };
  const tags = ['oauth'];

  app.route({
    method: 'GET',
    url: '/api/v1/oauth/:provider/start',
    schema: {
      summary: 'Sign in elsewhere: sends the browser to the provider',
      tags,
      params,
      querystring: query,
    },
    onRequest: (request, reply) => admit(resources, request, reply, { access: 'public', needs: null }),
    handler: async (request, reply) => {
      const { provider } = request.params as z.output<typeof params>;
      const { next, invitation = null } = request.query as z.output<typeof query>;
      const begun = await beginSignInElsewhere(resources, provider, { next, invitation });
      reply.setCookie(journeyCookie, begun.journey, { ...journey, maxAge: journeyTime / 1_000 });
      return reply.redirect(begun.url);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/oauth/:provider/callback',
    schema: { summary: 'Where a provider sends the browser back to', tags, params },
    onRequest: (request, reply) => admit(resources, request, reply, { access: 'public', needs: null }),
    handler: async (request, reply) => {
      const { provider } = request.params as z.output<typeof params>;
      reply.clearCookie(journeyCookie, journey);
      const { session, next } = await finishSignInElsewhere(resources, provider, {
        search: new URL(request.url, 'http://service').search,
        journey: request.cookies[journeyCookie],
      });
      reply.setCookie(sessionCookie, session, { ...cookie, path: '/', maxAge: sessionDays * 86_400 });
      return reply.redirect(next);
    },
  });
}
