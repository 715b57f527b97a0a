import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { callService, SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { userAgent } from '../version.js';
import { listenForRedirect, type Redirect } from './listenForRedirect.js';
import { openBrowser } from './openBrowser.js';

/** What the service answers to a login that begins; times in seconds. */
interface Begun {
  deviceCode: string;
  userCode: string;
  verificationUrl: string;
  expiresIn: number;
  interval: number;
}

export interface Finished {
  token: string;
  name: string;
  expiresInDays: number;
}

const secret = () => randomBytes(32).toString('base64url');
const path = '/api/v1/cli-logins';

/**
 * Gets a login that a person allows in a browser: one that is opened here and brings the code back (loopback redirect),
 * or, with a device code, any other.
 * @throws SvcError
 * @throws CliError LOGIN_REFUSED, LOGIN_TIMEOUT
 */
export async function signIn(
  apiUrl: string,
  { device }: { device: boolean },
  context: Context,
): Promise<Finished> {
  const { env, stderr, signal } = context;
  const codeVerifier = secret();
  const state = secret();
  const redirect = device ? null : await listenForRedirect(state);
  try {
    const begun = await callService<Begun>({
      apiUrl,
      method: 'POST',
      path,
      answer: { deviceCode: 'string', verificationUrl: 'string', expiresIn: 'number' },
      body: {
        name: `svc on ${hostname().slice(0, 80) || 'a computer'}`,
        codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        ...(redirect ? { redirectUrl: redirect.url, state } : {}),
      },
      signal,
      userAgent,
    });
    const { deviceCode, userCode, verificationUrl } = begun;
    stderr.write(
      `Allow this login in a browser:\n\n  ${verificationUrl}\n\nThe page has to show the code ${userCode}.\n`,
    );
    if (redirect) {
      const isOpen = await openBrowser(verificationUrl, env);
      stderr.write(
        isOpen
          ? 'A browser is opening. '
          : 'No browser could be opened: open the address yourself, on this machine. ',
      );
      stderr.write('For a browser on another machine, end this with Ctrl-C and use `svc login --device`.\n');
    }
    const finish = (code?: string) =>
      callService<Finished>({
        apiUrl,
        method: 'POST',
        path: `${path}/token`,
        answer: { token: 'string', name: 'string', expiresInDays: 'number' },
        body: { deviceCode, codeVerifier, ...(code === undefined ? {} : { code }) },
        signal,
        userAgent,
      });
    return redirect
      ? await finish(await codeOf(redirect, begun, signal))
      : await askUntilAllowed(finish, begun, signal);
  } finally {
    await redirect?.close();
  }
}

const tooLate = ({ expiresIn }: Begun) =>
  new CliError(
    'LOGIN_TIMEOUT',
    `nobody allowed the login within ${expiresIn >= 120 ? `${Math.round(expiresIn / 60)} minutes` : `${expiresIn} seconds`}; ` +
      'run `svc login` again',
  );

async function codeOf(redirect: Redirect, begun: Begun, signal: AbortSignal): Promise<string> {
  const over = new AbortController();
  const deadline = sleep(begun.expiresIn * 1_000, null, {
    signal: AbortSignal.any([signal, over.signal]),
  }).then(() => {
    throw tooLate(begun);
  });
  try {
    return await Promise.race([redirect.code, deadline]);
  } finally {
    over.abort();
    await deadline.catch(() => undefined);
  }
}

async function askUntilAllowed(
  finish: () => Promise<Finished>,
  begun: Begun,
  signal: AbortSignal,
): Promise<Finished> {
  const { expiresIn } = begun;
  const interval = Math.max(1, begun.interval);
  for (let waited = 0; waited < expiresIn; waited += interval) {
    await sleep(interval * 1_000, null, { signal });
    try {
      return await finish();
    } catch (error) {
      if (!(error instanceof SvcError && error.code === 'LOGIN_PENDING')) throw error;
    }
  }
  throw tooLate(begun);
}
