import { timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { CliError } from '../CliError.js';

/** Where the browser brings the code of a login that was allowed. */
export interface Redirect {
  url: string;
  /** Rejects when the login was refused. */
  code: Promise<string>;
  close: () => Promise<void>;
}

const path = '/callback';

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Tells the person where to go on; what the browser shows has no address to come back to. */
function showPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><title>svc</title><h1>svc</h1><p>${text}</p></html>\n`);
}

/**
 * Waits on a port of this machine for the browser. Requests without the state of this login change nothing, regardless of who sends
 * them.
 * @param state known to this process and to the browser that allows the login
 */
export async function listenForRedirect(state: string): Promise<Redirect> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free on 127.0.0.1');
  const host = `127.0.0.1:${address.port}`;

  const code = new Promise<string>((resolve, reject) => {
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', `http://${host}`);
      const { searchParams: said } = url;
      if (request.method !== 'GET' || url.pathname !== path || request.headers.host !== host) {
        return showPage(response, 404, 'There is nothing here.');
      }
      if (!isEqual(said.get('state') ?? '', state)) {
        return showPage(response, 400, 'This is not the login that the terminal waits for.');
      }
      const brought = said.get('code');
      if (brought) {
        showPage(response, 200, 'Allowed. Close this page and go back to the terminal.');
        return resolve(brought);
      }
      showPage(response, 200, 'Refused. Close this page and go back to the terminal.');
      reject(new CliError('LOGIN_REFUSED', 'the login was refused in the browser; nothing was stored'));
    });
  });
  // Who closes before the browser came does not wait for the code.
  code.catch(() => undefined);
  return {
    url: `http://${host}${path}`,
    code,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
