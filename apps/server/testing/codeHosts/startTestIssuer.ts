// biome-ignore-all lint/style/useNamingConvention: OAuth and OpenID fields.

import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

type Claims = Record<string, unknown>;

/**
 * An issuer of identity tokens on loopback, with real keys: for tests.
 * @param secure what it shows of itself where it is asked by another name, over TLS
 */
export async function startTestIssuer(secure?: { origin: string; key: string; cert: string }) {
  const pair = () => generateKeyPair('RS256', { extractable: true });
  const [own, foreign] = [await pair(), await pair()];
  const jwkOf = async ({ publicKey }: typeof own, kid: string) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  });
  let signer = { pair: own, kid: 'one' };
  let keys = [await jwkOf(own, 'one')];
  let isAway = false;
  const answer: RequestListener = (request, response) => {
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        jwks_uri: `${issuer}/keys`,
        authorization_endpoint: `${issuer}/authorize`,
      },
      '/keys': { keys },
    };
    const found = isAway ? undefined : answers[request.url ?? ''];
    response.writeHead(found ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  };
  const server = secure ? createSecureServer(secure, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = secure?.origin ?? `http://127.0.0.1:${port}`;
  const now = () => Math.floor(Date.now() / 1000);
  const usual = () => ({ iss: issuer, sub: 'repo:acme/web', iat: now(), exp: now() + 300 });
  return {
    issuer,
    port,
    /** A token with these claims; one that is undefined is left out. */
    sign: (claims: Claims, by: 'own key' | 'another key' = 'own key') =>
      new SignJWT({ ...usual(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: signer.kid })
        .sign(by === 'own key' ? signer.pair.privateKey : foreign.privateKey),
    /** Signed by another key, with a header that tells where that is, or that it is the issuer's. */
    signForeign: async (claims: Claims, header: object) =>
      new SignJWT({ ...usual(), ...claims })
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(foreign.privateKey),
    /** The public half of that other key. */
    foreignKey: await jwkOf(foreign, 'foreign'),
    /** Signs with a new key from now on; the old one is gone. */
    async rotate() {
      signer = { pair: await pair(), kid: `key ${keys.length + 1} of ${now()}` };
      keys = [await jwkOf(signer.pair, signer.kid)];
    },
    /** Signed with the text of the public key as if it were a shared secret. */
    signConfused: async (claims: Claims) =>
      new SignJWT({ ...usual(), ...claims })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(new TextEncoder().encode(await exportSPKI(own.publicKey))),
    unsigned: (claims: Claims) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part({ ...usual(), ...claims })}.`;
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;
