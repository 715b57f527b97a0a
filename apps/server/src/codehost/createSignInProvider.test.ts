// biome-ignore-all lint/style/useNamingConvention: OAuth and OpenID fields.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignInProvider } from './createSignInProvider.js';

/** What GitHub answers about somebody who is in two organisations, one of which has only invited them. */
const answers: Record<string, unknown> = {
  '/login/oauth/access_token': { access_token: 'gho_x', token_type: 'bearer', scope: 'read:org' },
  '/user': { id: 7, login: 'octocat', name: null },
  '/user/emails': [{ email: 'Octo@Example.com', primary: true, verified: true }],
  '/user/memberships/orgs/acme': { state: 'active' },
  '/user/memberships/orgs/invited': { state: 'pending' },
};
let github: Server;
let url: string;
beforeAll(async () => {
  github = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'Not Found' }));
  });
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
});
afterAll(() => {
  github.closeAllConnections();
  return new Promise((resolve) => github.close(resolve));
});

async function signIn(organisations: string[]) {
  const callback = 'http://localhost:4300/api/v1/oauth/github/callback';
  const settings = { id: 'github', name: 'GitHub', issuer: url, apiUrl: url } as const;
  const provider = createSignInProvider({ ...settings, clientId: 'x', clientSecret: 'y', organisations });
  const begun = await provider.begin(callback);
  const returned = new URL(`${callback}?code=z&state=${begun.secrets.state}`);
  return { begun: new URL(begun.url), identity: await provider.finish(returned, begun.secrets) };
}

test.each([
  [[], false],
  [['acme'], true],
  [['nobody', 'acme'], true],
  [['invited'], false],
  [['nobody'], false],
])('of the organisations %j an account is a member: %s', async (organisations, isOfOrganisation) => {
  const { begun, identity } = await signIn(organisations);
  expect(identity).toEqual({ subject: '7', name: 'octocat', email: 'octo@example.com', isOfOrganisation });
  expect(begun.searchParams.get('scope')?.includes('read:org')).toBe(organisations.length > 0);
});
