import { PassThrough } from 'node:stream';
import { type LiveEvent, operations } from '@svc/schema';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { watchDiff } from '../service/live/watchDiff.js';
import type { Resources } from '../service/Resources.js';
import { admit, routeOf } from './serve.js';

/** Milliseconds between signs of life, without which proxies end a stream. */
const heartbeat = 10_000;

/** Milliseconds after which a client has to connect again, and to show once more that it may. */
const longest = 5 * 60_000;

/** Bytes that a client has not read, at which it is given up. */
const mostUnread = 64 * 1024;

/** Tells pages what happens to a diff, by server-sent events. */
export function liveRoute(app: FastifyInstance, resources: Resources): void {
  app.route({
    ...routeOf(operations.watchDiff),
    onRequest: (request, reply) => admit(resources, request, reply, operations.watchDiff),
    handler: async (request, reply) => {
      const { id } = request.params as z.output<typeof operations.watchDiff.params>;
      const { project, principal } = request.admitted;
      if (!project) throw new Error('the operation is of a project');
      const stream = new PassThrough();
      const send = (event: LiveEvent) => {
        if (stream.readableLength + stream.writableLength > mostUnread) stream.destroy();
        else stream.write(`data: ${JSON.stringify(event)}\n\n`);
      };
      const stop = await watchDiff(resources, project, principal, id, { send, end: () => stream.end() });
      if (stop === null) throw new DatabaseUnavailable(new Error('no notifications come through'));
      keepAlive(stream, stop);
      return answer(reply, stream);
    },
  });
}

function keepAlive(stream: PassThrough, stop: () => void): void {
  const beating = setInterval(() => stream.write(':\n\n'), heartbeat);
  const ending = setTimeout(() => stream.end(), longest);
  stream.once('close', () => {
    clearInterval(beating);
    clearTimeout(ending);
    stop();
  });
  // Headers are on their way with the first bytes.
  stream.write(':\n\n');
}

const answer = (reply: FastifyReply, stream: PassThrough): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/event-stream',
      // Proxies must neither keep, compress nor gather what is told.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    .send(stream);
