import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCodes, type Operation, type OperationName, operations, snapshotFields } from '@svc/schema';
import { z } from 'zod';

export interface FakeRequest {
  operation: OperationName;
  id: string;
  query: Record<string, string>;
  /** As it was sent, when it was JSON. */
  body: unknown;
  /** As it was sent. */
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

export type FakeHandlers = Partial<Record<OperationName, (request: FakeRequest) => unknown>>;

/** Answer of a handler that refuses. */
export class Refusal {
  constructor(
    readonly code: keyof typeof errorCodes,
    readonly message: string,
    readonly details?: { path: string; message: string }[],
  ) {}
}

/** What happens instead of the answer to one request. */
export type Fault = 'reset' | { status: number; headers?: Record<string, string>; body?: string };

const known = Object.entries({
  ...operations,
  // Its fields may come in the query or as JSON.
  uploadSnapshot: { ...operations.uploadSnapshot, query: snapshotFields },
}) as [OperationName, Operation][];

function findOperation(method: string, path: string): [OperationName, Operation, string] | null {
  for (const [name, operation] of known) {
    const pattern = new RegExp(`^${operation.path.replace(':id', '(?<id>[^/]+)')}$`);
    const match = operation.method === method ? pattern.exec(path) : null;
    if (match) return [name, operation, decodeURIComponent(match.groups?.id ?? '')];
  }
  return null;
}

const strict = (schema: z.ZodType) => (schema instanceof z.ZodObject ? schema.strict() : schema);

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A service on loopback that answers what its handlers say. What it is sent and what it answers is held against the
 * schemas; a mismatch, an unknown path or a missing header is a line in `problems`.
 */
export async function startFakeService(handlers: FakeHandlers) {
  const requests: FakeRequest[] = [];
  const problems: string[] = [];
  const faults: { fault: Fault; operation: OperationName | undefined }[] = [];
  let busy = 0;
  let mostAtOnce = 0;

  const takeFault = (operation: OperationName): Fault | undefined => {
    const index = faults.findIndex((entry) => (entry.operation ?? operation) === operation);
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };

  const check = (what: string, schema: z.ZodType | undefined, value: unknown) => {
    const result = schema && strict(schema).safeParse(value);
    if (result && !result.success) problems.push(`${what}: ${z.prettifyError(result.error)}`);
  };

  const reply = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://service');
    const bytes = await readBody(request);
    const found = findOperation(request.method ?? '', url.pathname);
    if (!found) {
      problems.push(`unknown operation ${request.method} ${url.pathname}`);
      return reply(response, 404, { error: { code: 'NOT_FOUND', message: 'Not found' } });
    }
    const [operation, { method, access, query: querySchema, body: bodySchema, response: answerSchema }, id] =
      found;
    const { headers } = request;
    const body = headers['content-type'] === 'application/json' ? JSON.parse(bytes.toString()) : undefined;
    const query = Object.fromEntries(url.searchParams);
    const seen: FakeRequest = { operation, id, query, body, bytes, headers };
    requests.push(seen);
    if (access !== 'public' && headers['x-api-key'] === undefined)
      problems.push(`${operation}: no X-API-Key`);
    if (method === 'POST' && !headers['idempotency-key']) problems.push(`${operation}: no Idempotency-Key`);

    const fault = takeFault(operation);
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault) return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');

    // The fields of an upload may also come as JSON.
    const fields = operation === 'uploadSnapshot' ? { ...query, ...(body as object | undefined) } : query;
    check(`query of ${operation}`, querySchema, fields);
    check(`body of ${operation}`, bodySchema, body);
    const handler = handlers[operation];
    if (!handler) {
      problems.push(`${operation} was not expected`);
      return reply(response, 404, { error: { code: 'NOT_FOUND', message: 'Not found' } });
    }
    const value = await handler(seen);
    if (value instanceof Refusal) {
      const { code, message, details } = value;
      return reply(response, errorCodes[code], { error: { code, message, ...(details ? { details } : {}) } });
    }
    check(`answer of ${operation}`, answerSchema, value);
    reply(response, 200, value);
  }

  const server = createServer(async (request, response) => {
    busy += 1;
    mostAtOnce = Math.max(mostAtOnce, busy);
    await answer(request, response).catch((error) => {
      problems.push(String(error));
      response.destroy();
    });
    busy -= 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    problems,
    /** Requests of one operation, in their order. */
    of: (operation: OperationName) => requests.filter((request) => request.operation === operation),
    /** The most requests that were under way at the same time. */
    mostAtOnce: () => mostAtOnce,
    /** The next requests (of that operation) meet these instead of an answer. */
    misbehave: (list: Fault[], operation?: OperationName) =>
      faults.push(...list.map((fault) => ({ fault, operation }))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeService = Awaited<ReturnType<typeof startFakeService>>;
