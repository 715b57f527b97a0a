import { type Agent, request } from 'node:http';
import type { DrawnRequest } from './drawRequests.js';

export interface Answered {
  status: number;
  type: string;
  text: string;
}

const boundary = 'fuzz-fuzz-fuzz';

/** The bytes of a drawn body. */
function bytesOf(
  body: DrawnRequest['body'],
  files: readonly Buffer[],
  fill: (text: string) => string,
): Buffer | null {
  if (body === null) return null;
  if ('text' in body) return Buffer.from(fill(body.text));
  if ('file' in body) return files[body.file] as Buffer;
  const parts = body.form.flatMap(([name, value]) => {
    const isFile = typeof value === 'number';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n\r\n`;
    return [
      Buffer.from(head),
      isFile ? (files[value] as Buffer) : Buffer.from(fill(value)),
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

export interface Target {
  port: number;
  agent: Agent;
  files: readonly Buffer[];
  /** Puts ids of things that exist where the draw left room for them. */
  fill: (text: string) => string;
}

/**
 * Sends a request over a real connection.
 * @returns null where the connection was closed without an answer
 */
export async function sendRequest(
  drawn: DrawnRequest,
  credentials: Readonly<Record<string, string>>,
  { port, agent, files, fill }: Target,
): Promise<Answered | null> {
  const body = bytesOf(drawn.body, files, fill);
  const isForm = drawn.body !== null && 'form' in drawn.body;
  const headers = {
    ...credentials,
    ...(isForm ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
    ...drawn.headers,
    ...(body ? { 'content-length': String(body.length) } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent, method: drawn.method, path: fill(drawn.path), headers },
      (answer) => {
        const told = { status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '' };
        // A stream of events has no end to wait for.
        if (told.type === 'text/event-stream') {
          answer.destroy();
          return resolve({ ...told, text: '' });
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ ...told, text: Buffer.concat(chunks).toString() }));
      },
    );
    // A refused body may close the connection while it is still being sent.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? resolve(null) : reject(error),
    );
    sent.end(body ?? undefined);
  });
}
