import { Agent as HttpAgent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import tls from 'node:tls';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Access } from './S3Settings.js';

/** Milliseconds. */
const connectionTimeout = 5_000;

const ignore = () => undefined;

/** Makes what connections to a store come from. */
export type MakeAgents = (options: AgentOptions) => { http: HttpAgent; https: HttpsAgent };

const makeDirectAgents: MakeAgents = (options) => ({
  http: new HttpAgent(options),
  https: new HttpsAgent(options),
});

/** @param silence milliseconds without a byte after which a request has failed */
export function createS3Client(
  { region, endpoint, pathStyle, ca, profile }: S3Access,
  silence: number,
  makeAgents = makeDirectAgents,
): S3Client {
  const trust = ca === null ? {} : { ca: [...usualCertificates(), ca] };
  const agents = makeAgents({ keepAlive: true, maxSockets: 64, ...trust });
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    ...(profile === undefined ? {} : { profile }),
    forcePathStyle: pathStyle,
    // Other stores than AWS refuse the checksums that the client would add; blobs have their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would print warnings of its own.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Attempts are repeated by `retry`, with their bodies and their verification.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout,
      socketTimeout: silence,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    },
  });
}

/** With those of `NODE_EXTRA_CA_CERTS`, which Node before 22.15 does not tell. */
const usualCertificates = (): readonly string[] =>
  typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;
