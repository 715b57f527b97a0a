import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { type EventOutcome, receiveGithubEvent } from '../service/codeHosts/receiveGithubEvent.js';
import type { Resources } from '../service/Resources.js';
import { headerOf } from './access/credentialIn.js';
import { routeOf } from './serve.js';

/** GitHub sends at most 25 MB; what a check run needs is far less. */
const maximumBody = 1024 * 1024;

/** Takes the webhooks of the GitHub App. They are judged by their signature alone, over the bytes as they came. */
export function githubWebhookRoute(app: FastifyInstance, resources: Resources): void {
  app.register((raw, _options, registered) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    raw.route({
      ...routeOf(operations.receiveGithubEvent),
      bodyLimit: maximumBody,
      handler: (request): Promise<EventOutcome> =>
        receiveGithubEvent(resources, {
          event: headerOf(request, 'x-github-event') ?? '',
          deliveryId: headerOf(request, 'x-github-delivery') ?? '',
          signature: headerOf(request, 'x-hub-signature-256') ?? '',
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        }),
    });
    registered();
  });
}
