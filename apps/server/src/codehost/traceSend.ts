import { inSpan } from '../context/spans.js';
import type { Send } from './createSend.js';

/**
 * Sends requests as parts of traces. Others are not told which trace it is, and of an address only the host is kept: the path of a
 * webhook is its password.
 */
export const traceSend =
  (send: Send): Send =>
  (url, options) => {
    const { method } = options;
    const attributes = {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    };
    return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
      const answer = await send(url, options);
      span.note({ 'http.response.status_code': answer.status });
      return answer;
    });
  };
