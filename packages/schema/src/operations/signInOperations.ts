import { z } from 'zod';
import {
  byProvider,
  requestPasswordResetBody,
  resetPasswordBody,
  signInOptions,
  signInWithPasswordBody,
  signUpBody,
} from '../access.js';
import { nothing, text } from '../primitives.js';
import { identity } from '../project.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const signInOperations = {
  getSignInOptions: {
    ...routes.getSignInOptions,
    summary: 'How people sign in here',
    access: 'public',
    needs: null,
    response: signInOptions,
  },
  signIn: {
    ...routes.signIn,
    summary: 'Exchange a one-time sign-in token for a browser session',
    access: 'public',
    needs: null,
    body: z.object({ token: text(200, 1) }),
    response: identity,
    errors: ['FORBIDDEN', 'TOKEN_INVALID'],
  },
  signInWithPassword: {
    ...routes.signInWithPassword,
    summary: 'Open a browser session with e-mail and password',
    access: 'public',
    needs: null,
    body: signInWithPasswordBody,
    response: identity,
    errors: ['FORBIDDEN', 'UNAUTHORIZED'],
  },
  signUp: {
    ...routes.signUp,
    summary: 'Make an account with e-mail and password, and a browser session',
    access: 'public',
    needs: null,
    body: signUpBody,
    response: identity,
    errors: ['FORBIDDEN', 'TOKEN_INVALID', 'NAME_TAKEN'],
  },
  requestPasswordReset: {
    ...routes.requestPasswordReset,
    summary:
      'Have a link that sets a new password sent by e-mail; the answer does not tell whether there is an account',
    access: 'public',
    needs: null,
    body: requestPasswordResetBody,
    response: nothing,
    errors: ['FORBIDDEN'],
  },
  resetPassword: {
    ...routes.resetPassword,
    summary:
      'Set a new password with the token of such a link; all browser sessions and logins of the account end',
    access: 'public',
    needs: null,
    body: resetPasswordBody,
    response: nothing,
    errors: ['FORBIDDEN', 'TOKEN_INVALID'],
  },
  startSignIn: {
    ...routes.startSignIn,
    summary: 'Sign in elsewhere: sends the browser to the provider',
    access: 'public',
    needs: null,
    params: byProvider,
    query: z.object({
      next: text(2_000).default('/'),
      invitation: text(200).optional(),
    }),
    response: nothing,
    answers: 'redirect',
    errors: ['PROVIDER_NOT_FOUND'],
  },
  finishSignIn: {
    ...routes.finishSignIn,
    summary: 'Where a provider sends the browser back to',
    access: 'public',
    needs: null,
    params: byProvider,
    response: nothing,
    answers: 'redirect',
    errors: ['PROVIDER_NOT_FOUND', 'FORBIDDEN', 'TOKEN_INVALID', 'NAME_TAKEN'],
  },
  signOut: {
    ...routes.signOut,
    summary: 'End the browser session',
    access: 'public',
    needs: null,
    body: nothing,
    response: nothing,
    errors: ['FORBIDDEN'],
  },
  signOutEverywhere: {
    ...routes.signOutEverywhere,
    summary: 'End all browser sessions and logins of the account',
    access: 'person',
    needs: null,
    body: nothing,
    response: nothing,
  },
} as const satisfies Record<string, Operation>;
