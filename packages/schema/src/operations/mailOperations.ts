import { mailPreferences, mailSettings, unsubscribeQuery } from '../conversation/mail.js';
import { nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const mailOperations = {
  getMailSettings: {
    ...routes.getMailSettings,
    summary: 'Which notifications the person who asks receives by e-mail',
    access: 'person',
    needs: null,
    response: mailSettings,
  },
  changeMailSettings: {
    ...routes.changeMailSettings,
    summary: 'Choose which notifications to receive by e-mail',
    access: 'person',
    needs: null,
    body: mailPreferences,
    response: mailSettings,
  },
  showUnsubscribe: {
    ...routes.showUnsubscribe,
    summary: 'Where the link of an e-mail leads: a page that asks before anything ends',
    access: 'public',
    needs: null,
    query: unsubscribeQuery,
    response: nothing,
    answers: 'redirect',
  },
  unsubscribe: {
    ...routes.unsubscribe,
    summary: 'End all notifications of a person by e-mail, with the token of one of them (RFC 8058)',
    access: 'signed',
    needs: null,
    query: unsubscribeQuery,
    // Mail programs send a form, whose only field says what the path does.
    body: nothing,
    response: nothing,
    errors: ['TOKEN_INVALID'],
  },
} as const satisfies Record<string, Operation>;
