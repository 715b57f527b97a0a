import {
  account,
  begunLink,
  byProvider,
  changeAccountBody,
  changePasswordBody,
  signedInPlaces,
} from '../access.js';
import { waitingList } from '../conversation/reviewRequests.js';
import { byId, nothing, paging } from '../primitives.js';
import { identity } from '../project.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const accountOperations = {
  whoAmI: {
    ...routes.whoAmI,
    summary: 'Who is asking',
    access: 'identity',
    needs: null,
    response: identity,
  },
  getAccount: {
    ...routes.getAccount,
    summary: 'The account of the person who asks',
    access: 'person',
    needs: null,
    response: account,
  },
  changeAccount: {
    ...routes.changeAccount,
    summary: 'Change the name that others see; browser sessions only',
    access: 'person',
    needs: null,
    body: changeAccountBody,
    response: account,
  },
  changePassword: {
    ...routes.changePassword,
    summary: 'Set the password; all other browser sessions and logins of the account end',
    access: 'person',
    needs: null,
    body: changePasswordBody,
    response: nothing,
    errors: ['NAME_TAKEN'],
  },
  linkIdentity: {
    ...routes.linkIdentity,
    summary: 'Begin to let an account elsewhere sign in to this one; browser sessions only',
    access: 'person',
    needs: null,
    isSecret: true,
    params: byProvider,
    body: nothing,
    response: begunLink,
    errors: ['PROVIDER_NOT_FOUND'],
  },
  unlinkIdentity: {
    ...routes.unlinkIdentity,
    summary: 'Let the account there sign in no more; browser sessions only',
    access: 'person',
    needs: null,
    params: byProvider,
    response: account,
    errors: ['PROVIDER_NOT_FOUND'],
  },
  listWaiting: {
    ...routes.listWaiting,
    summary: 'Diffs that need review in all projects of the person, the newest first',
    access: 'person',
    needs: null,
    query: paging,
    response: waitingList,
  },
  listSignIns: {
    ...routes.listSignIns,
    summary: 'Browsers and machines that are signed in to the account, the last used first',
    access: 'person',
    needs: null,
    response: signedInPlaces,
  },
  endSignIn: {
    ...routes.endSignIn,
    summary: 'Sign out a browser or a machine; browser sessions only',
    access: 'person',
    needs: null,
    params: byId,
    response: signedInPlaces,
    errors: ['LOGIN_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
