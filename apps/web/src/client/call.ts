import type { AnswerOf, JsonOperationName, RequestOf } from '@svc/schema';
import { routes } from '@svc/schema/routes';
import { request, type Sent } from './request.js';

type Given<Name extends JsonOperationName> = RequestOf<Name> & Pick<Sent, 'signal' | 'idempotencyKey'>;
type Arguments<Name extends JsonOperationName> =
  Record<string, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

/**
 * Calls an operation of the service. What the operation does not take, or needs and is not given, does not compile.
 * @throws ApiError
 */
export function call<Name extends JsonOperationName>(
  name: Name,
  ...[given]: Arguments<Name>
): Promise<AnswerOf<Name>> {
  const { params = {}, ...sent }: Sent & { params?: Record<string, string> } = given ?? {};
  const { method, path } = routes[name];
  return request<AnswerOf<Name>>(method, fillIn(path, params), sent);
}

function fillIn(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, param: string) => {
    const value = params[param];
    if (value === undefined) throw new Error(`${path} needs ${param}`);
    return encodeURIComponent(value);
  });
}
