import { createInterface } from 'node:readline';
import type { Context } from '../Context.js';
import { failureOf, headersOf, type Message, negotiatedIn } from './Message.js';
import type { Post } from './postMessage.js';
import { readMessages } from './readMessages.js';

/**
 * Carries messages of the Model Context Protocol between stdio, one JSON message a line, and the service. Several may be
 * under way. Resolves when stdin has ended and all are answered.
 */
export async function bridge(
  { stdin, stdout, stderr, signal }: Pick<Context, 'stdin' | 'stdout' | 'stderr' | 'signal'>,
  post: Post,
): Promise<void> {
  let negotiated: string | null = null;
  const underWay = new Set<Promise<void>>();
  const write = (line: string | null) => line !== null && stdout.write(`${line}\n`);

  const carry = async (line: string, message: Message): Promise<void> => {
    try {
      const answer = await post(line, headersOf(message, negotiated));
      const refusal = answer.ok ? null : await refusalOf(answer);
      if (refusal !== null) {
        stderr.write(`svc mcp: ${refusal}\n`);
        write(failureOf(message, refusal));
        return;
      }
      for await (const part of readMessages(answer)) {
        if (message.method === 'initialize') negotiated = negotiatedIn(part);
        write(part);
      }
    } catch (error) {
      const reason = `the service cannot be reached: ${reasonOf(error)}`;
      stderr.write(`svc mcp: ${reason}\n`);
      write(failureOf(message, reason));
    }
  };

  for await (const line of createInterface({ input: stdin, signal })) {
    if (line.trim() === '') continue;
    const message = parse(line);
    if (message === null) {
      write(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not JSON' } }));
      continue;
    }
    const carried = carry(line, message).finally(() => underWay.delete(carried));
    underWay.add(carried);
  }
  await Promise.all(underWay);
}

function parse(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return null;
  }
}

/** Why the service refused, if it is not the protocol itself that says so. */
async function refusalOf(answer: Response): Promise<string | null> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { jsonrpc?: string; error?: { code?: unknown; message?: string } } | null;
  if (body?.jsonrpc) return null;
  const message = body?.error?.message;
  if (message) return `${message} (${body.error?.code})`;
  return answer.status === 404
    ? 'the service has no /mcp: it is older than this svc'
    : `the service answered ${answer.status}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
