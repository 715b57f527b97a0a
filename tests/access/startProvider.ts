import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignInSettings } from '../../apps/server/src/codehost/createSignInProvider.js';

export interface Provider {
  /** How a service signs in here: as with an OpenID provider, or as with GitHub. */
  settings: (callbackOf: (id: string) => string) => SignInSettings[];
  /** Answers that say who somebody is, to sign-ins as with GitHub. */
  readonly asked: string[];
  stop: () => Promise<void>;
}

const secret = 's'.repeat(40);

/**
 * A real OpenID provider on loopback, whose people sign in as anyone they name. It demands PKCE. Beside OpenID Connect it
 * speaks OAuth 2 alone at the addresses of GitHub, with GitHub's answers about an account.
 */
export async function startProvider(): Promise<Provider> {
  // @ts-expect-error it comes without types
  const { default: Oidc } = await import('oidc-provider');
  const asked: string[] = [];
  // The port has to be known before there is anything that answers.
  let handle: ReturnType<typeof answering> = async (_request, response) => void response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answering(oidc: {
    callback: () => (request: IncomingMessage, response: ServerResponse) => void;
    AccessToken: { find: (token: string) => Promise<{ accountId: string } | undefined> };
  }) {
    const provide = oidc.callback();
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { pathname } = new URL(request.url ?? '/', issuer);
      if (!pathname.startsWith('/api/v3/')) return provide(request, response);
      asked.push(pathname);
      const token = await oidc.AccessToken.find(request.headers.authorization?.slice('Bearer '.length) ?? '');
      response.setHeader('content-type', 'application/json');
      if (!token) {
        response.statusCode = 401;
        response.end('{"message":"Bad credentials"}');
        return;
      }
      const login = token.accountId;
      const id = [...login].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_003;
      const addresses = [
        { email: `old-${login}@outside.example`, primary: false, verified: true },
        { email: `${login}@inside.example`, primary: true, verified: !login.endsWith('unverified') },
      ];
      response.end(JSON.stringify(pathname.endsWith('/emails') ? addresses : { id, login, name: null }));
    };
  }

  return {
    asked,
    settings(callbackOf) {
      const client = (id: string) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [callbackOf(id)],
        token_endpoint_auth_method: 'client_secret_post',
      });
      const oidc = new Oidc(issuer, {
        clients: [client('oidc'), client('github')],
        features: { devInteractions: { enabled: true } },
        claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
        scopes: ['openid', 'profile', 'email', 'read:user', 'user:email'],
        pkce: { required: () => true },
        routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: async () => ({
            sub: id,
            name: `Name of ${id}`,
            email: `${id}@${id.startsWith('inside') ? 'inside.example' : 'outside.example'}`,
            email_verified: !id.endsWith('unverified'),
          }),
        }),
      });
      handle = answering(oidc);
      const common = { issuer, clientSecret: secret, organisations: [] };
      return [
        { ...common, id: 'github', name: 'GitHub', clientId: 'github', apiUrl: `${issuer}/api/v3` },
        { ...common, id: 'oidc', name: 'Test', clientId: 'oidc', apiUrl: null },
      ];
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
