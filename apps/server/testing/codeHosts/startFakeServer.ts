import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface FakeRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * What goes wrong with one request: an answer instead of the host's, `hang` for none, `lost` for a request that the
 * host obeys while its answer is lost.
 */
export type Fault = FakeAnswer | 'hang' | 'lost';

export interface FakeServer {
  url: string;
  requests: FakeRequest[];
  /** Asked before each request is looked at; null for no fault. */
  fault: (request: FakeRequest) => Fault | null;
  stop(): Promise<void>;
}

/** A server on loopback that plays a code host. */
export async function startFakeServer(answer: (request: FakeRequest) => FakeAnswer): Promise<FakeServer> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? '/', 'http://host');
    const request: FakeRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    fake.requests.push(request);
    const fault = fake.fault(request);
    if (fault === 'hang') return;
    const { status, headers, body } = fault !== null && fault !== 'lost' ? fault : answerOrSay(request);
    if (fault === 'lost') {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(JSON.stringify(body ?? {}));
  });
  /** A fault of the fake itself is a refusal, which no test takes for a success. */
  function answerOrSay(request: FakeRequest): FakeAnswer {
    try {
      return answer(request);
    } catch (error) {
      return { status: 422, body: { message: String(error) } };
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake has no port');
  const fake: FakeServer = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    fault: () => null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
