// biome-ignore-all lint/style/useNamingConvention: OAuth and OpenID fields.

import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { CiIdentity, CiIssuers } from '../domain/access/CiIssuers.js';
import { placeIssuers } from '../domain/access/placeIssuers.js';
import { readCiClaims } from '../domain/access/readCiClaims.js';
import { ServiceError } from '../domain/ServiceError.js';

export interface CiIssuerSettings {
  kind: CiIdentity['kind'];
  /** As `iss` says it; its keys are found by `/.well-known/openid-configuration` below it. */
  issuer: string;
  /** Address of the code host whose repositories the tokens are of; found from the issuer unless given. */
  place?: string;
}

/** Milliseconds that an issuer may take to answer. */
const patience = 10_000;
/** Milliseconds until keys are read again for a token whose key is not known: a new key is usable as soon. */
const betweenReads = 5_000;
/** Seconds that clocks may differ. */
const tolerance = 30;
/** Signatures by a private key, which no reader of the public one can make. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const refused = (why: string) =>
  new ServiceError('TOKEN_INVALID', `The identity token of CI is not accepted: ${why}`);

const unavailable = (issuer: string, error: unknown) =>
  new ServiceError(
    'ISSUER_UNAVAILABLE',
    `The keys of ${issuer} could not be read: ${error instanceof Error ? error.message : String(error)}`,
  );

/**
 * Checks identity tokens of CI: who issued them, that they are meant for this service and that they hold now.
 * @param audience what a token has to be made for: the public address of the service
 * @param githubPlace address of the GitHub whose App reports check runs
 */
export function createCiIssuers(
  settings: readonly CiIssuerSettings[],
  audience: string,
  githubPlace: string,
): CiIssuers {
  const known = new Map(
    placeIssuers(settings, githubPlace).map((one) => [
      one.issuer,
      { ...one, keys: lazily(() => findKeys(one.issuer)) },
    ]),
  );
  return {
    async identify(token) {
      const { iss: issuer = '' } = read(token);
      const trusted = known.get(issuer);
      if (!trusted) throw refused(`this service knows no issuer "${issuer}" (SVC_CI_ISSUERS lists them)`);
      const keys = await trusted.keys().catch((error: unknown) => {
        throw unavailable(issuer, error);
      });
      const claims = await verify(token, keys, { issuer, audience });
      const identity = readCiClaims(trusted.kind, trusted.place, claims);
      if (!identity) throw refused('it does not say which repository and ref it is for');
      return identity;
    },
  };
}

function read(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw refused('it is not a signed token');
  }
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: { issuer: string; audience: string },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance: tolerance,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    // Any other service that it is meant for could use it here.
    if (Array.isArray(payload.aud) && payload.aud.length > 1) throw refused('it is meant for others too');
    // jose takes a token that will be issued later.
    if ((payload.iat ?? 0) > Date.now() / 1_000 + tolerance) throw refused('iat: it is issued in the future');
    return payload;
  } catch (error) {
    throw explained(error, issuer, audience);
  }
}

function explained(error: unknown, issuer: string, audience: string): unknown {
  if (error instanceof errors.JWTExpired) return refused('it has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud'
      ? refused(`it is made for another audience than ${audience}`)
      : refused(`${error.claim}: ${error.message}`);
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
    return error instanceof ServiceError ? error : unavailable(issuer, error);
  }
  return refused(error.message);
}

/** An issuer that was away is asked again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function findKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  const uri =
    typeof found.jwks_uri === 'string' && URL.canParse(found.jwks_uri) ? new URL(found.jwks_uri) : null;
  if (found.issuer !== issuer || uri?.origin !== new URL(issuer).origin) {
    throw new Error('it describes another issuer, or has its keys elsewhere');
  }
  return createRemoteJWKSet(uri, { timeoutDuration: patience, cooldownDuration: betweenReads });
}
