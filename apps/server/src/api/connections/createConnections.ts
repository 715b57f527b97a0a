import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request, or from the connection, until all of its headers are here. */
  headers: number;
  /**
   * Without a byte of a body, or of an answer that the client does not read. Also from an answer until the end of a
   * body that was refused by it.
   */
  idle: number;
}

const usualLimits: ConnectionLimits = { headers: 10_000, idle: 30_000 };

/** Milliseconds for a request whose connection was accepted last to arrive. */
const lateArrivals = 200;

/** The connections of the HTTP server. */
export interface Connections {
  /** Makes the server. */
  serve(handler: RequestListener): Server;
  isDraining(): boolean;
  /**
   * Resolves when the requests that are under way have been answered, or after `limit` milliseconds. New ones are
   * answered meanwhile, and every answer ends its connection.
   */
  drain(limit: number): Promise<void>;
  /**
   * Resolves when nothing is under way any more, or when the time of the drain is up; at once where there was none.
   * Connections without a request are not waited for: browsers open some in advance.
   */
  finish(): Promise<void>;
}

/** A request that is being answered. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  ended: Promise<void>;
  /** The bytes of its connection when the client was last found to keep it waiting; null when it was not. */
  waitedAt: number | null;
}

export function createConnections({ headers, idle }: ConnectionLimits = usualLimits): Connections {
  const exchanges = new Map<Socket, Exchange>();
  let drainedBy: number | null = null;

  function note(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const ended = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (exchanges.get(socket)?.response === response) exchanges.delete(socket);
        if (!request.complete) discardRest(request, idle);
        resolve();
      });
    });
    exchanges.set(socket, { request, response, ended, waitedAt: null });
    if (drainedBy !== null) endConnection(response);
  }

  /** Called after each half of the time that a connection may be silent. */
  function onSilence(socket: Socket): void {
    const exchange = exchanges.get(socket);
    const bytes = socket.bytesRead + socket.bytesWritten;
    // Between requests, and in the headers of one, nothing else can be waited for.
    if (!exchange || (isClientsTurn(exchange) && exchange.waitedAt === bytes)) {
      socket.destroy();
      return;
    }
    exchange.waitedAt = isClientsTurn(exchange) ? bytes : null;
    socket.setTimeout(idle / 2);
  }

  return {
    serve(handler) {
      const server = createServer(
        // A body that makes progress may take as long as it takes.
        {
          headersTimeout: headers,
          requestTimeout: 0,
          connectionsCheckingInterval: Math.min(headers / 2, 1_000),
        },
        (request, response) => {
          note(request, response);
          handler(request, response);
        },
      );
      server.setTimeout(idle / 2, onSilence);
      return server;
    },
    isDraining: () => drainedBy !== null,
    async drain(limit) {
      drainedBy = performance.now() + limit;
      const begun = [...exchanges.values()];
      for (const { response } of begun) endConnection(response);
      await untilEnded(begun, limit);
    },
    async finish() {
      if (drainedBy === null) return;
      do {
        await untilEnded([...exchanges.values()], Math.max(0, drainedBy - performance.now()));
        await sleep(lateArrivals);
      } while (exchanges.size > 0 && performance.now() < drainedBy);
    },
  };
}

async function untilEnded(exchanges: readonly Exchange[], limit: number): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    Promise.all(exchanges.map(({ ended }) => ended)),
    sleep(limit, undefined, { signal: late.signal, ref: false }).catch(() => {}),
  ]);
  late.abort();
}

/** Whether it is the client that has to send, or to read. */
function isClientsTurn({ request }: Exchange): boolean {
  // What the service does not read, it does not ask for.
  if (!request.complete) return request.readableLength < request.readableHighWaterMark;
  return request.socket.writableLength > 0;
}

/**
 * Reads what remains of a body that was answered before it was here: a connection that is closed on unread bytes is
 * reset, and the client may lose the answer with it.
 * @param limit milliseconds, after which the connection is closed
 */
function discardRest(request: IncomingMessage, limit: number): void {
  const late = setTimeout(() => request.socket.destroy(), limit).unref();
  request.once('end', () => clearTimeout(late));
  request.resume();
}

/** Where the headers have been sent, the server ends the connection once it is idle. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
