import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { changeMailSettings, readMailSettings } from '../../service/mail/mailPreferences.js';
import { unsubscribe } from '../../service/mail/unsubscribe.js';
import type { Resources } from '../../service/Resources.js';
import { limitFailures } from '../limitRequest.js';
import { admit, routeOf, serve } from '../serve.js';

type Query = z.output<typeof operations.unsubscribe.query>;

/** Which notifications people receive by e-mail, and how they end. */
export function mailRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getMailSettings, ({ principal }) =>
    readMailSettings(resources, principal),
  );
  serve(app, resources, operations.changeMailSettings, ({ principal, body }) =>
    changeMailSettings(resources, principal, body),
  );

  app.route({
    ...routeOf(operations.showUnsubscribe),
    onRequest: (request, reply) => admit(resources, request, reply, operations.showUnsubscribe),
    // Programs open links to look for harm: only a page that is used ends anything. From here on the token is in the fragment.
    handler: async (request, reply) =>
      reply.redirect(`/unsubscribe#${encodeURIComponent((request.query as Query).token)}`),
  });

  app.register((raw, _options, registered) => {
    raw.removeAllContentTypeParsers();
    // Mail programs send a form or nothing; the token in the address says all.
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
    raw.route({
      ...routeOf(operations.unsubscribe),
      preValidation: async (request) => {
        request.body = {};
      },
      handler: (request, reply) =>
        limitFailures(resources, request, reply, async () => {
          await unsubscribe(resources, (request.query as Query).token);
          return {};
        }),
    });
    registered();
  });
}
