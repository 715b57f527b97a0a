import { type Identity, operations } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonAsking } from '../service/access/identify.js';
import { presentAsker } from '../service/access/presentAsker.js';
import { changeAccount } from '../service/accounts/changeAccount.js';
import { changePassword } from '../service/accounts/changePassword.js';
import { endSignIn } from '../service/accounts/endSignIn.js';
import { readAccount } from '../service/accounts/readAccount.js';
import { readSignIns } from '../service/accounts/readSignIns.js';
import { sessionDays, signIn } from '../service/accounts/signIn.js';
import { signInWithPassword } from '../service/accounts/signInWithPassword.js';
import { signOut } from '../service/accounts/signOut.js';
import { signOutEverywhere } from '../service/accounts/signOutEverywhere.js';
import { signUp } from '../service/accounts/signUp.js';
import { unlinkIdentity } from '../service/accounts/unlinkIdentity.js';
import type { Resources } from '../service/Resources.js';
import { credentialIn, headerOf, refuseOtherOrigins, sessionCookie } from './authenticate.js';
import { serve } from './serve.js';

/** What a browser calls itself. */
export const browserOf = (request: FastifyRequest): string | null => headerOf(request, 'user-agent') ?? null;

/** @param secure whether browsers reach the service over https */
export function accessRoutes(app: FastifyInstance, resources: Resources, secure: boolean): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  const open = ({ name, session }: { name: string; session: string }, reply: FastifyReply): Identity => {
    reply.setCookie(sessionCookie, session, { ...cookie, maxAge: sessionDays * 86_400 });
    return { kind: 'user', name, project: null };
  };

  serve(app, resources, operations.whoAmI, async ({ asker }) => presentAsker(asker));

  serve(app, resources, operations.getSignInOptions, async () => ({
    isSignUpOpen: resources.accounts.isSignUpOpen,
    providers: resources.accounts.providers.map(({ id, name }) => ({ id, name })),
  }));

  serve(app, resources, operations.signIn, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    return open(await signIn(resources, body.token, browserOf(request)), reply);
  });

  serve(app, resources, operations.signInWithPassword, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    return open(await signInWithPassword(resources, body, browserOf(request)), reply);
  });

  serve(app, resources, operations.signUp, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    return open(await signUp(resources, body, browserOf(request)), reply);
  });

  serve(app, resources, operations.changePassword, async ({ asker, body, request }) => {
    await changePassword(resources, asker, body, request.cookies[sessionCookie]);
    return {};
  });

  serve(app, resources, operations.getAccount, ({ asker }) => readAccount(resources, asker));
  serve(app, resources, operations.changeAccount, ({ asker, body }) => changeAccount(resources, asker, body));
  serve(app, resources, operations.unlinkIdentity, ({ asker, params }) =>
    unlinkIdentity(resources, asker, params.provider),
  );

  const signInsOf = async (asker: PersonAsking, request: FastifyRequest) => ({
    signIns: await readSignIns(resources, asker, credentialIn(request) ?? request.cookies[sessionCookie]),
  });
  serve(app, resources, operations.listSignIns, ({ asker, request }) => signInsOf(asker, request));
  serve(app, resources, operations.endSignIn, async ({ asker, params, request }) => {
    await endSignIn(resources, asker, params.id);
    return signInsOf(asker, request);
  });

  serve(app, resources, operations.signOutEverywhere, async ({ asker, reply }) => {
    await signOutEverywhere(resources, asker);
    reply.clearCookie(sessionCookie, cookie);
    return {};
  });

  serve(app, resources, operations.signOut, async ({ request, reply }) => {
    refuseOtherOrigins(request);
    const session = request.cookies[sessionCookie];
    if (session) await signOut(resources, session);
    reply.clearCookie(sessionCookie, cookie);
    return {};
  });
}
