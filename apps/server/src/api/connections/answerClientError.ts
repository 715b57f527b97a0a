import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@svc/schema';

const messages: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The headers of the request did not arrive in time',
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large',
};

/** Answers what is not an HTTP request, in the form and with the statuses of the contract (R31), and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = messages[error.code ?? ''] ?? 'This is not a valid HTTP request';
  const body: ErrorBody = { error: { code: 'VALIDATION_ERROR', message } };
  const text = JSON.stringify(body);
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  // A client that does not hang up is not waited for.
  socket.once('finish', () => socket.destroy());
}
