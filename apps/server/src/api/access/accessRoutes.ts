import { type Identity, operations } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../../domain/access/addressGroup.js';
import { TooManyTries } from '../../domain/access/TooManyTries.js';
import type { PersonPrincipal } from '../../service/access/Principal.js';
import { presentPrincipal } from '../../service/access/Principal.js';
import { changeAccount } from '../../service/accounts/changeAccount.js';
import { changePassword } from '../../service/accounts/changePassword.js';
import { deviceDays, rememberDevice } from '../../service/accounts/knownDevices.js';
import { readAccount } from '../../service/accounts/readAccount.js';
import { readSignIns } from '../../service/accounts/readSignIns.js';
import { requestPasswordReset, resetPassword } from '../../service/accounts/resetPassword.js';
import { sessionDays, signIn } from '../../service/accounts/signIn.js';
import { signInWithPassword } from '../../service/accounts/signInWithPassword.js';
import { endSignIn, signOut, signOutEverywhere } from '../../service/accounts/signOut.js';
import { signUp } from '../../service/accounts/signUp.js';
import { unlinkIdentity } from '../../service/accounts/unlinkIdentity.js';
import { readRequested } from '../../service/projects/readRequested.js';
import { readWaiting } from '../../service/projects/readWaiting.js';
import type { Resources } from '../../service/Resources.js';
import { paginate, places, readCursor } from '../cursor.js';
import { serve } from '../serve.js';
import { refuseOtherOrigins } from './authenticate.js';
import { cookieIn, dropCookie, keepCookie } from './cookies.js';
import { credentialIn, headerOf } from './credentialIn.js';

/** What a browser calls itself. */
export const browserOf = (request: FastifyRequest): string | null => headerOf(request, 'user-agent') ?? null;

/** Lets the browser be known as one that has signed in to the account. */
export const keepDevice = (resources: Pick<Resources, 'vault'>, reply: FastifyReply, personId: string) =>
  keepCookie(reply, 'device', rememberDevice(resources, personId), deviceDays * 86_400);

/** Says with a refusal when the next try is looked at. */
const orSayWhen = <T>(reply: FastifyReply, trying: Promise<T>): Promise<T> =>
  trying.catch((error: unknown) => {
    if (error instanceof TooManyTries) reply.header('retry-after', error.retryAfter);
    throw error;
  });

export function accessRoutes(app: FastifyInstance, resources: Resources): void {
  const open = (
    { id, name, session }: { id: string; name: string; session: string },
    reply: FastifyReply,
  ): Identity => {
    keepCookie(reply, 'session', session, sessionDays * 86_400);
    keepDevice(resources, reply, id);
    return { kind: 'user', name, project: null };
  };

  serve(app, resources, operations.whoAmI, async ({ principal }) => presentPrincipal(principal));

  serve(app, resources, operations.getSignInOptions, async () => ({
    isSignUpOpen: resources.accounts.isSignUpOpen,
    sendsMail: resources.mailer !== null,
    providers: resources.accounts.providers.map(({ id, name }) => ({ id, name })),
  }));

  serve(app, resources, operations.signIn, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    return open(await signIn(resources, body.token, browserOf(request)), reply);
  });

  serve(app, resources, operations.signInWithPassword, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    const from = {
      browser: browserOf(request),
      address: addressGroup(request.ip),
      device: cookieIn(request, 'device'),
    };
    return open(await orSayWhen(reply, signInWithPassword(resources, body, from)), reply);
  });

  serve(app, resources, operations.requestPasswordReset, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    await orSayWhen(reply, requestPasswordReset(resources, body.email, addressGroup(request.ip)));
    return {};
  });
  serve(app, resources, operations.resetPassword, async ({ body, request }) => {
    refuseOtherOrigins(request);
    await resetPassword(resources, body);
    return {};
  });

  serve(app, resources, operations.signUp, async ({ body, request, reply }) => {
    refuseOtherOrigins(request);
    return open(await signUp(resources, body, browserOf(request)), reply);
  });

  serve(app, resources, operations.changePassword, async ({ principal, body, request, reply }) => {
    await orSayWhen(reply, changePassword(resources, principal, body, cookieIn(request, 'session')));
    return {};
  });

  serve(app, resources, operations.getAccount, ({ principal }) => readAccount(resources, principal));
  serve(app, resources, operations.changeAccount, ({ principal, body }) =>
    changeAccount(resources, principal, body),
  );
  serve(app, resources, operations.unlinkIdentity, ({ principal, params }) =>
    unlinkIdentity(resources, principal, params.provider),
  );

  const signInsOf = async (principal: PersonPrincipal, request: FastifyRequest) => ({
    signIns: await readSignIns(resources, principal, credentialIn(request) ?? cookieIn(request, 'session')),
  });
  serve(app, resources, operations.listWaiting, async ({ principal, query: { limit, cursor } }) => {
    const options = { before: readCursor(cursor, places.id), limit: limit + 1 };
    const { page, nextCursor } = paginate(
      await readWaiting(resources, principal, options),
      limit,
      ({ id }) => id,
    );
    const requested = cursor === undefined ? await readRequested(resources, principal) : [];
    return { diffs: page, nextCursor, requested };
  });

  serve(app, resources, operations.listSignIns, ({ principal, request }) => signInsOf(principal, request));
  serve(app, resources, operations.endSignIn, async ({ principal, params, request }) => {
    await endSignIn(resources, principal, params.id);
    return signInsOf(principal, request);
  });

  serve(app, resources, operations.signOutEverywhere, async ({ principal, reply }) => {
    await signOutEverywhere(resources, principal);
    dropCookie(reply, 'session');
    return {};
  });

  serve(app, resources, operations.signOut, async ({ request, reply }) => {
    refuseOtherOrigins(request);
    const session = cookieIn(request, 'session');
    if (session) await signOut(resources, session);
    dropCookie(reply, 'session');
    return {};
  });
}
