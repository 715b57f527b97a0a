import type { SignInProblem } from '@svc/schema';

/** What happened to a sign-in elsewhere, and what to do. */
export const problemWords: Readonly<Record<SignInProblem, (provider: string) => string>> = {
  'not-begun': (provider) =>
    `The sign-in with ${provider} was started in another browser, or took longer than ten minutes. Start again.`,
  refused: (provider) =>
    `${provider} did not sign you in: access was denied, or its response was already used. Try again.`,
  unreachable: (provider) =>
    `${provider} does not answer. Try again in a moment; if the problem persists, tell an administrator of this service.`,
  'no-account': (provider) =>
    `Nobody here has this ${provider} account yet. Ask an owner of an organization for an invitation.`,
  'email-taken': (provider) =>
    `There is an account here with the e-mail address of your ${provider} account. Sign in to it as before, then link ${provider} on your account page.`,
  'invitation-over': () =>
    'This invitation has been used, was withdrawn, or has expired. Ask an owner of the organization for another.',
  'linked-elsewhere': (provider) =>
    `This ${provider} account signs in to another account here. Unlink it there first, or choose another.`,
};

const names: Record<string, string> = { github: 'GitHub', gitlab: 'GitLab', oidc: 'your identity provider' };

/** The text for what an address says; null for anything that is not a problem. */
export function problemText(problem: string | undefined, provider: string | undefined): string | null {
  if (problem === undefined || !Object.hasOwn(problemWords, problem)) return null;
  const name = Object.hasOwn(names, provider ?? '') ? names[provider ?? ''] : undefined;
  return problemWords[problem as SignInProblem](name ?? 'the provider');
}
