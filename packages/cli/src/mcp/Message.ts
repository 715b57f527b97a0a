/** What a client of the Model Context Protocol sends, as far as the bridge looks at it. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: { name?: unknown; uri?: unknown; protocolVersion?: unknown; _meta?: Record<string, unknown> };
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * The headers that go with a message over HTTP, which says in its body what it is.
 * @param negotiated the version that `initialize` settled on; null before that
 */
export function headersOf(message: Message, negotiated: string | null): Record<string, string> {
  const { method, params } = message;
  const own = params?._meta?.[versionKey];
  if (typeof own !== 'string') return negotiated ? { 'mcp-protocol-version': negotiated } : {};
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': own,
    ...(method ? { 'mcp-method': method } : {}),
    ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) ? { 'mcp-name': name } : {}),
  };
}

/** The version that the answer to `initialize` settles on. */
export function negotiatedIn(answer: string): string | null {
  const { result } = JSON.parse(answer) as { result?: { protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : null;
}

/** Answers a request that got no answer; nothing for a notification. */
export function failureOf({ id }: Message, message: string): string | null {
  if (id === undefined || id === null) return null;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}
