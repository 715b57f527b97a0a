import type { Letter } from './Letter.js';
import { layOut, nameText } from './layOut.js';

/** Brings the link that sets a new password. */
export const composeReset = ({
  name,
  url,
  minutes,
}: {
  name: string;
  url: string;
  minutes: number;
}): Pick<Letter, 'subject' | 'text' | 'html'> =>
  layOut('Set a new password', [
    { kind: 'text', text: `Hello ${nameText(name)},` },
    {
      kind: 'text',
      text: 'somebody asked for a new password for your account. If it was you, set one here:',
    },
    { kind: 'button', label: 'Set a new password', url },
    {
      kind: 'note',
      text: `The link works once, within ${minutes} minutes of the request. A new password signs out all browsers and command lines.`,
    },
    {
      kind: 'note',
      text: 'If it was not you, ignore this e-mail: your password stays as it is. Never forward the link.',
    },
  ]);
