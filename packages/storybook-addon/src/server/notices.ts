import { SvcError } from '@svc/sdk';
import type { Notice } from '../protocol.js';

/** @param signedIn servers that somebody is signed in to */
export function noKey(apiUrl: string, signedIn: readonly string[] = []): Notice {
  const [server] = signedIn;
  if (server)
    return {
      tone: 'problem',
      text: `Storybook has no access to the service at ${apiUrl}, but you are signed in to ${signedIn.join(', ')}. Set SVC_API_URL where Storybook starts: the addon does not read svc.config.`,
      command: `SVC_API_URL=${server} npx storybook dev`,
    };
  return {
    tone: 'problem',
    text: `Storybook has no access to the service at ${apiUrl}. Sign in once, or set SVC_API_KEY and SVC_API_URL where Storybook starts.`,
    command: 'npx --no svc login',
  };
}

export const noProject: Notice = {
  tone: 'problem',
  text: 'Your login sees more than one project. Link this repository to one, or set SVC_PROJECT where Storybook starts.',
  command: 'npx --no svc project set <organization>/<project>',
};

export const keyCannotApprove =
  'An API key cannot approve here. Sign in with `npx --no svc login`, and start Storybook without SVC_API_KEY.';

export const openCannotApprove =
  'Others who reach this Storybook could approve as you. Start Storybook with `--host localhost` to approve here, or approve on the review page.';

const shortCommit = (commit: string) => commit.slice(0, 7);

export const oldBuild = (built: string, head: string): Notice => ({
  tone: 'info',
  text: `This build is of ${shortCommit(built)}, but ${shortCommit(head)} is checked out. Run a story here to see how it looks now.`,
});

export const noBuild = (branch: string, suite: string): Notice => ({
  tone: 'info',
  text: `Branch ${branch} has no build in suite "${suite}" yet. CI makes one after a push; to make one here:`,
  command: `npx storybook build && npx --no svc stories-a storybook-static --suite ${JSON.stringify(suite)}`,
});

/** What nobody foresaw, of this package or of those below it. */
export const failureOf = (error: unknown): Notice => ({
  tone: 'problem',
  text: error instanceof Error ? error.message.replace(/^svc: /gm, '') : String(error),
});

/** What went wrong between this process and the service. */
export function describeFailure(error: unknown, apiUrl: string, suite: string): Notice {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof SvcError ? error.code : '';
  const problem = (text: string, command?: string): Notice => ({ tone: 'problem', text, command });
  if (code === 'NETWORK_ERROR')
    return problem(
      `The service at ${apiUrl} does not answer: ${message}. Storybook tries again every 15 seconds.`,
    );
  if (code === 'UNAUTHORIZED')
    return problem(
      `The service at ${apiUrl} refuses the key or the login: ${message}.`,
      'npx --no svc login',
    );
  if (code === 'SUITE_NOT_FOUND')
    return {
      ...noBuild('', suite),
      text: `There is no suite "${suite}" yet. Its name is an option of the addon in .storybook/main. To make its first build:`,
    };
  return problem(message);
}
