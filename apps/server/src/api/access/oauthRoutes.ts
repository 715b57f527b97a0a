import { operations } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SignInFailed } from '../../domain/access/SignInFailed.js';
import { sessionDays } from '../../service/accounts/signIn.js';
import {
  beginLink,
  beginSignInElsewhere,
  finishSignInElsewhere,
  journeyTime,
} from '../../service/accounts/signInElsewhere.js';
import type { Resources } from '../../service/Resources.js';
import { admit, routeOf, serve } from '../serve.js';
import { browserOf, keepDevice } from './accessRoutes.js';
import { cookieIn, dropCookie, keepCookie } from './cookies.js';

type Params = z.output<typeof operations.startSignIn.params>;
type Query = z.output<typeof operations.startSignIn.query>;

/** The page that says what went wrong, and what to do. */
function pageOf(failed: SignInFailed, provider: string): string {
  const search = new URLSearchParams({ problem: failed.problem, provider });
  if (failed.isLink) return `/account?${search}`;
  if (failed.next !== null && failed.next !== '/') search.set('next', failed.next);
  return `/sign-in?${search}`;
}

/** Where browsers leave for a provider and come back from one. */
export function oauthRoutes(app: FastifyInstance, resources: Resources): void {
  const keepJourney = (reply: FastifyReply, value: string) =>
    keepCookie(reply, 'oauth', value, journeyTime / 1_000);

  /** A person sees a page, a program the error. */
  const explain = (request: FastifyRequest, reply: FastifyReply, provider: string) => (error: unknown) => {
    if (!(error instanceof SignInFailed && request.headers.accept?.includes('text/html'))) throw error;
    if (error.cause) request.log.warn({ err: error.cause }, 'a sign-in provider does not answer');
    return reply.redirect(pageOf(error, provider));
  };

  app.route({
    ...routeOf(operations.startSignIn),
    onRequest: (request, reply) => admit(resources, request, reply, operations.startSignIn),
    handler: async (request, reply) => {
      const { provider } = request.params as Params;
      const { next, invitation = null } = request.query as Query;
      return beginSignInElsewhere(resources, provider, { next, invitation }).then(
        (begun) => {
          keepJourney(reply, begun.journey);
          return reply.redirect(begun.url);
        },
        explain(request, reply, provider),
      );
    },
  });

  serve(app, resources, operations.linkIdentity, async ({ principal, params, reply }) => {
    const begun = await beginLink(resources, principal, params.provider);
    keepJourney(reply, begun.journey);
    return { url: begun.url };
  });

  app.route({
    ...routeOf(operations.finishSignIn),
    onRequest: (request, reply) => admit(resources, request, reply, operations.finishSignIn),
    handler: async (request, reply) => {
      const { provider } = request.params as Params;
      dropCookie(reply, 'oauth');
      return finishSignInElsewhere(resources, provider, {
        search: new URL(request.url, 'http://service').search,
        journey: cookieIn(request, 'oauth'),
        session: cookieIn(request, 'session'),
        browser: browserOf(request),
      }).then(
        ({ session, personId, next }) => {
          if (session !== null) keepCookie(reply, 'session', session, sessionDays * 86_400);
          if (personId !== null) keepDevice(resources, reply, personId);
          return reply.redirect(next);
        },
        explain(request, reply, provider),
      );
    },
  });
}
