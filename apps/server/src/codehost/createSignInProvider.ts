// biome-ignore-all lint/style/useNamingConvention: OAuth and OpenID fields.

import * as client from 'openid-client';
import { readEmailAddress } from '../domain/access/emailAddress.js';
import type { ForeignIdentity, SignInProvider, SignInSecrets } from '../domain/access/SignInProvider.js';

export interface SignInSettings {
  /** `github` speaks OAuth 2 alone; all others are OpenID Connect. */
  id: 'github' | 'gitlab' | 'oidc';
  name: string;
  /** Of an OpenID provider, or the address of GitHub. */
  issuer: string;
  /** Of GitHub's REST API; not used elsewhere. */
  apiUrl: string | null;
  clientId: string;
  clientSecret: string;
  /**
   * Organisations of GitHub, groups of GitLab, or groups of an OpenID provider (its claim `groups`), whose people need no
   * invitation; in lower case.
   */
  organisations: readonly string[];
}

/** Milliseconds that a provider may take to answer. */
const patience = 10_000;

/** Sign-in with PKCE and state, and with a nonce where there is an id token. */
export function createSignInProvider(settings: SignInSettings): SignInProvider {
  const isGithub = settings.id === 'github';
  let configured: Promise<client.Configuration> | null = null;
  // A provider that was away is asked again.
  const configuration = () => {
    configured ??= configure(settings).catch((error: unknown) => {
      configured = null;
      throw error;
    });
    return configured;
  };
  return {
    id: settings.id,
    name: settings.name,
    async begin(callback) {
      const secrets: SignInSecrets = {
        state: client.randomState(),
        verifier: client.randomPKCECodeVerifier(),
        nonce: client.randomNonce(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: scopeOf(settings),
        state: secrets.state,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(isGithub ? {} : { nonce: secrets.nonce }),
      });
      return { url: url.href, secrets };
    },
    async finish(returned, { state, verifier, nonce }) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, returned, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(isGithub ? {} : { expectedNonce: nonce, idTokenExpected: true }),
      });
      return isGithub
        ? readGithubAccount(settings, tokens.access_token)
        : readClaims(config, tokens, settings);
    },
  };
}

function scopeOf({ id, organisations }: SignInSettings): string {
  if (id !== 'github') return 'openid profile email';
  return organisations.length > 0 ? 'read:user user:email read:org' : 'read:user user:email';
}

async function configure({ id, issuer, clientId, clientSecret }: SignInSettings) {
  const isPlain = issuer.startsWith('http:');
  const authentication = client.ClientSecretPost(clientSecret);
  if (id === 'github') {
    const config = new client.Configuration(
      {
        issuer,
        authorization_endpoint: `${issuer}/login/oauth/authorize`,
        token_endpoint: `${issuer}/login/oauth/access_token`,
      },
      clientId,
      clientSecret,
      authentication,
    );
    config.timeout = patience / 1_000;
    if (isPlain) client.allowInsecureRequests(config);
    return config;
  }
  return client.discovery(new URL(issuer), clientId, clientSecret, authentication, {
    timeout: patience / 1_000,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  });
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

async function readClaims(
  config: client.Configuration,
  tokens: Tokens,
  { organisations }: SignInSettings,
): Promise<ForeignIdentity> {
  const subject = tokens.claims()?.sub ?? '';
  const claims = await client.fetchUserInfo(config, tokens.access_token, subject);
  const { email, email_verified: isVerified, name, preferred_username: login, groups } = claims;
  const own: unknown[] = Array.isArray(groups) ? groups : [];
  return {
    subject,
    name: name || login || subject,
    email: email && isVerified === true ? readEmailAddress(email) : null,
    isOfOrganisation: own.some(
      (group) => typeof group === 'string' && organisations.includes(group.toLowerCase()),
    ),
  };
}

async function readGithubAccount(
  { apiUrl, organisations }: SignInSettings,
  token: string,
): Promise<ForeignIdentity> {
  const ask = (path: string) =>
    fetch(`${apiUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      signal: AbortSignal.timeout(patience),
    });
  const read = async (path: string): Promise<unknown> => {
    const response = await ask(path);
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
    return response.json();
  };
  /** An organisation that the account is not in, or that hides its members from us, answers 404 or 403. */
  const isMember = async (organisation: string): Promise<boolean> => {
    const response = await ask(`/user/memberships/orgs/${encodeURIComponent(organisation)}`);
    if (!response.ok) return false;
    const { state } = (await response.json()) as { state?: unknown };
    return state === 'active';
  };
  const user = (await read('/user')) as { id: number; login: string; name: string | null };
  const emails = (await read('/user/emails')) as { email: string; primary: boolean; verified: boolean }[];
  const primary = emails.find((one) => one.primary && one.verified);
  return {
    subject: String(user.id),
    name: user.name || user.login,
    email: primary ? readEmailAddress(primary.email) : null,
    isOfOrganisation: (await Promise.all(organisations.map(isMember))).includes(true),
  };
}
