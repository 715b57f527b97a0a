import { operations } from '@svc/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import { type EventOutcome, receiveGithubEvent } from '../service/codeHosts/receiveGithubEvent.js';
import type { Resources } from '../service/Resources.js';
import { headerOf } from './access/credentialIn.js';
import { limitAddress, limitFailures } from './limitRequest.js';
import { routeOf } from './serve.js';

/** GitHub sends at most 25 MB; what a check run needs is far less. */
const maximumBody = 1024 * 1024;

const signatureOf = (request: FastifyRequest) => headerOf(request, 'x-hub-signature-256') ?? '';

function requireSignature(signature: string): void {
  if (!/^sha256=[0-9a-f]{64}$/.test(signature))
    throw new ServiceError('UNAUTHORIZED', 'The webhook has no signature in X-Hub-Signature-256');
}

/** Takes the webhooks of the GitHub App. They are judged by their signature alone, over the bytes as they came. */
export function githubWebhookRoute(app: FastifyInstance, resources: Resources): void {
  app.register((raw, _options, registered) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    raw.route({
      ...routeOf(operations.receiveGithubEvent),
      bodyLimit: maximumBody,
      // What has no signature is refused before its body is read.
      onRequest: async (request, reply) => {
        await limitAddress(resources, request, reply, 'webhooks');
        if (resources.githubWebhookSecret !== null)
          await limitFailures(resources, request, reply, async () => requireSignature(signatureOf(request)));
      },
      handler: (request, reply): Promise<EventOutcome> =>
        limitFailures(resources, request, reply, () =>
          receiveGithubEvent(resources, {
            event: headerOf(request, 'x-github-event') ?? '',
            deliveryId: headerOf(request, 'x-github-delivery') ?? '',
            signature: signatureOf(request),
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          }),
        ),
    });
    registered();
  });
}
