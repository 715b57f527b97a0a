import { type AnswerOf, type ErrorBody, type JsonOperationName, type RequestOf, routes } from '@svc/schema';
import type { FastifyRequest, LightMyRequestResponse } from 'fastify';
import { throughHeader } from '../access/throughOf.js';
import { Refusal } from './Refusal.js';

/** What an operation is sent, without the project: it is that of the request. */
type Sent<Name extends JsonOperationName> = Omit<RequestOf<Name>, 'project'>;

/** @throws Refusal with the error that the API answers */
export type Call = <Name extends JsonOperationName>(name: Name, sent: Sent<Name>) => Promise<AnswerOf<Name>>;

/** What says who asks, and for which project. */
const credentials = ['authorization', 'cookie', 'host', 'origin', 'x-api-key', 'x-svc-project'] as const;

/**
 * Calls the API within the process, as the one who sent this request: the same access, limits and records as if they
 * had sent each call themselves.
 */
export function createCall(request: FastifyRequest): Call {
  return async (name, sent) => {
    const { params = {}, query = {}, body } = sent as { params?: object; query?: object; body?: object };
    const { method, path } = routes[name];
    const response = await request.server.inject({
      method,
      url: urlOf(path, params, query),
      headers: headersOf(request),
      remoteAddress: request.ip,
      ...(method === 'POST' ? { payload: body ?? {} } : {}),
    });
    return jsonOf(response);
  };
}

/** Reads images by their signed URLs. */
export const createImageReader =
  (request: FastifyRequest) =>
  async (url: string): Promise<Buffer> => {
    const response = await request.server.inject({ method: 'GET', url, remoteAddress: request.ip });
    if (response.statusCode !== 200) jsonOf(response);
    return response.rawPayload;
  };

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const given = credentials.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(given), [throughHeader]: 'mcp' };
}

function urlOf(path: string, params: object, query: object): string {
  const place = Object.entries(params).reduce(
    (url, [key, value]) => url.replace(`:${key}`, encodeURIComponent(String(value))),
    path,
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
  return given.length > 0 ? `${place}?${search}` : place;
}

function jsonOf<Answer>(response: LightMyRequestResponse): Answer {
  if (response.statusCode === 200) return response.json<Answer>();
  throw new Refusal(response.json<ErrorBody>().error);
}
