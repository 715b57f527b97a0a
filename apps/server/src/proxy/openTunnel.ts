import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { inAddress } from './inAddress.js';

/** Milliseconds that a proxy may take. */
const patience = 10_000;

const credentialsOf = ({ username, password }: URL): string =>
  Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');

/**
 * Has a proxy connect to a host (`CONNECT`): what goes through the connection afterwards, the proxy passes on as it is.
 * @throws where the proxy cannot be reached, or refuses; the message names the proxy, without its password
 */
export function openTunnel(proxy: URL, host: string, port: number, signal?: AbortSignal): Promise<Socket> {
  const target = `${inAddress(host)}:${port}`;
  const explain = (why: string) => new Error(`the proxy ${proxy.host} did not connect to ${target}: ${why}`);
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const proxyHost = proxy.hostname.replace(/^\[|\]$/g, '');
    const asked = send({
      host: proxyHost,
      // Node would take the name on the certificate from the header `host`, which names the target.
      servername: isIP(proxyHost) === 0 ? proxyHost : '',
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: {
        host: target,
        ...(proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${credentialsOf(proxy)}` }),
      },
      ...(signal && { signal }),
    });
    const late = setTimeout(
      () => asked.destroy(new Error(`it did not respond for ${patience / 1_000} s`)),
      patience,
    );
    asked.once('close', () => clearTimeout(late));
    asked.once('connect', ({ statusCode = 0, statusMessage = '' }, socket, first) => {
      clearTimeout(late);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return reject(explain(`it answered ${statusCode} ${statusMessage}`.trim()));
      }
      if (first.length > 0) socket.unshift(first);
      resolve(socket);
    });
    asked.once('response', ({ statusCode }) => {
      asked.destroy();
      reject(explain(`it answered ${statusCode}`));
    });
    asked.once('error', (error) => reject(explain(error.message)));
    asked.end();
  });
}
