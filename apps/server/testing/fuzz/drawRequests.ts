import fc from 'fast-check';
import { drawValue, type JsonSchema, knownId } from './drawValue.js';
import { hostileText } from './hostile.js';

interface Parameter {
  name: string;
  in: string;
  schema: JsonSchema;
}

/** An operation as the description of the service tells it. */
export interface DescribedOperation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Its bodies by content type. */
  content: Record<string, { schema: JsonSchema }>;
}

/** A request before ids are put in: everything in it is text, so that it can be printed and sent again. */
export interface DrawnRequest {
  /** An index into the principals that ask. */
  by: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: { text: string } | { file: number } | { form: [string, string | number][] } | null;
}

const oddMethods = ['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'DELETE', 'GET', 'POST'];

const oddPaths = [
  '/%00',
  '/%',
  '/%ff',
  '//',
  '/..%2f..%2fetc%2fpasswd',
  '/api/v1/%00',
  '/api/v1/captures/%00',
  '/api/v1/captures/%ed%a0%80',
  '/api/v1/images/%00?token=%00',
  '/install/%00',
  '/install/%2e%2e',
  '/install/svc-cli-99999999999999999999.0.0.tgz',
  '/docs/api/static/%00',
  '/docs/api/static/..%2f..%2fpackage.json',
  '/docs/%00',
  '/docs/..%2fscripts.json',
  '/docs/_astro/%00',
  '/assets/%00',
  '/healthz?%00',
  '/readyz/%00',
  `/${'a/'.repeat(2_000)}`,
  `/api/v1/captures?${'a[]=1&'.repeat(1_000)}`,
  `/api/v1/captures?commits=${','.repeat(5_000)}`,
  '/api/v1/captures?limit=1&limit=2&limit[a]=3',
  '/api/v1/captures?__proto__[x]=1&constructor=2',
  '/api/v1/captures?suite=%00&branch=%ed%a0%80',
  '/api/v1/oauth/%00/start?next=%00',
  '/api/v1/oauth/__proto__/callback?code=%00&state=%00',
];

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/html' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': `multipart/form-data; boundary=${'x'.repeat(200)}` },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': 'a' },
  { 'idempotency-key': '\u00ff'.repeat(255) },
  { 'idempotency-key': 'x'.repeat(5_000) },
  { 'x-svc-project': '\u00ff' },
  { 'x-svc-project': 'acme/other' },
  { 'x-svc-project': '../..' },
  { 'x-svc-project': 'x'.repeat(5_000) },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a '.repeat(3_000)}` },
  { authorization: 'Basic \u00ff' },
  { 'x-api-key': '' },
  { 'x-api-key': `svc_${'\u00ff'.repeat(1_000)}` },
  { cookie: 'svc_session=%' },
  { cookie: 'svc_session=%00; svc_session=b; __proto__=c' },
  { cookie: `${'a=b; '.repeat(2_000)}` },
  { origin: 'null' },
  { 'if-none-match': '"\u00ff"' },
  { 'user-agent': '\u00ff'.repeat(3_000) },
  { 'x-forwarded-for': '\u00ff, ::ffff:999.1.1.1' },
  { host: 'sit-00000000000000000000000000.sites.localhost' },
  { host: 'sit-a.sites.localhost:99999' },
  { 'accept-encoding': 'gzip;q=\u00ff' },
  { accept: 'text/html' },
  { 'x-github-event': 'check_run', 'x-hub-signature-256': 'sha256=00' },
);

/** Which of the principals asks, and sometimes something odd besides. */
const frame = (principals: number) =>
  fc.record({
    // The last two may do the most.
    by: fc.oneof(
      fc.nat({ max: principals - 1 }),
      fc.integer({ min: principals - 2, max: principals - 1 }),
      fc.constant(principals - 1),
    ),
    odd: fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
    oddMethod: fc.oneof(
      { weight: 40, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...oddMethods) },
    ),
  });

/** Requests for every operation, nearly valid ones and hostile ones. */
export function drawRequests(
  operations: DescribedOperation[],
  {
    principals,
    files,
    requests,
    seed,
  }: { principals: number; files: number; requests: number; seed: number },
): DrawnRequest[] {
  const guided = operations.map((operation) => requestOf(operation, principals, files));
  const stray = fc
    .record({
      frame: frame(principals),
      path: fc.constantFrom(...oddPaths),
      method: fc.constantFrom('GET', ...oddMethods),
    })
    .map(
      ({ frame: { by, odd }, path, method }): DrawnRequest => ({
        by,
        method,
        path,
        headers: odd,
        body: null,
      }),
    );
  const any = fc.oneof({ weight: 12, arbitrary: fc.oneof(...guided) }, { weight: 1, arbitrary: stray });
  return fc.sample(any, { numRuns: requests, seed });
}

function requestOf(
  operation: DescribedOperation,
  principals: number,
  files: number,
): fc.Arbitrary<DrawnRequest> {
  const { method, path, parameters, content } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  return fc
    .record({
      frame: frame(principals),
      params: fc.tuple(...inPath.map(({ name, schema }) => paramOf(name, schema, path))),
      query: fc.tuple(...inQuery.map((one) => fc.option(drawValue(one.schema, one.name), { freq: 3 }))),
      sent: bodyOf(content, files),
    })
    .map(({ frame: { by, odd, oddMethod }, params, query, sent }): DrawnRequest => {
      const filled = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encode(params[index])),
        path,
      );
      const search = inQuery.flatMap(({ name }, index) =>
        query[index] === null ? [] : `${encodeURIComponent(name)}=${encode(query[index])}`,
      );
      return {
        by,
        method: oddMethod ?? method,
        path: search.length > 0 ? `${filled}?${search.join('&')}`.slice(0, 12_000) : filled,
        headers: { ...(sent.type ? { 'content-type': sent.type } : {}), ...odd },
        body: sent.body,
      };
    });
}

const paramOf = (name: string, schema: JsonSchema, path: string) =>
  name === 'org'
    ? fc.oneof({ weight: 9, arbitrary: fc.constant('acme') }, { weight: 1, arbitrary: hostileText })
    : fc.oneof(
        { weight: 9, arbitrary: knownId(path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '') },
        { weight: 9, arbitrary: drawValue(schema, name) },
        { weight: 1, arbitrary: hostileText },
      );

/** In an address. Half of a surrogate pair has no form there but that of its bytes. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (/^@[a-z]{3}\d+@$/.test(text)) return text;
  return text
    .slice(0, 3_000)
    .replace(/\p{Cs}/gu, '\u0001')
    .split('\u0001')
    .map(encodeURIComponent)
    .join('%ed%a0%80');
}

interface SentBody {
  type: string | null;
  body: DrawnRequest['body'];
}

function bodyOf(content: DescribedOperation['content'], files: number): fc.Arbitrary<SentBody> {
  const none: SentBody = { type: null, body: null };
  const kinds = Object.entries(content).map(([type, { schema }]): fc.Arbitrary<SentBody> => {
    if (schema.format === 'binary')
      return fc.nat({ max: files - 1 }).map((file) => ({ type, body: { file } }));
    if (type === 'multipart/form-data') return formOf(schema, files);
    const text = drawValue(schema, '').map((value) => JSON.stringify(value) ?? '');
    const broken = fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1)));
    return fc
      .oneof(
        { weight: 19, arbitrary: text },
        { weight: 1, arbitrary: broken },
        { weight: 1, arbitrary: hostileText },
      )
      .map((drawn) => ({ type, body: { text: drawn } }));
  });
  return kinds.length === 0 ? fc.constant(none) : fc.oneof(...kinds);
}

function formOf({ properties = {} }: JsonSchema, files: number): fc.Arbitrary<SentBody> {
  const fields = Object.entries(properties)
    .filter(([key]) => key !== 'png')
    .map(([key, schema]) =>
      fc
        .tuple(fc.nat({ max: 2 }), drawValue(schema, key))
        .map(([dice, value]): [string, string][] =>
          dice === 0 || key === 'name'
            ? [[key, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]]
            : [],
        ),
    );
  return fc.tuple(fc.tuple(...fields), fc.nat({ max: files - 1 })).map(([drawn, file]) => ({
    type: null,
    body: { form: [...drawn.flat(), ['png', file]] as [string, string | number][] },
  }));
}
