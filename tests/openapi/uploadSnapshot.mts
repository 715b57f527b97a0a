// Creates a capture, uploads its snapshots and reads them back: node uploadSnapshot.mjs <base address> <API key>
import createClient from 'openapi-fetch';
import type { paths } from './generated/api.mjs';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = new Blob([png], { type: 'image/png' });

function present<T>({ data, error }: { data?: T; error?: { error: { code: string; message: string } } }): T {
  if (data === undefined)
    throw new Error(error ? `${error.error.code}: ${error.error.message}` : 'no answer');
  return data;
}

const capture = present(
  await client.POST('/api/v1/captures', {
    body: {
      suite: 'default',
      branch: 'main',
      snapshots: [{ name: 'raw', viewport: { width: 1, height: 1 } }, { name: 'form' }],
    },
  }),
);

const raw = await client.POST('/api/v1/snapshots', {
  params: { query: { captureId: capture.id, name: 'raw', viewport: '1x1' } },
  headers: { 'Content-Type': 'image/png' },
  body: image,
  bodySerializer: (body) => body,
});
if (raw.error) throw new Error(raw.error.error.message);

const form = await client.POST('/api/v1/snapshots', {
  body: { captureId: capture.id, name: 'form', png: image },
  bodySerializer: (body) => {
    const fields = new FormData();
    for (const [name, value] of Object.entries(body)) fields.set(name, value);
    return fields;
  },
});
if (form.error) throw new Error(form.error.error.message);

const whole = present(await client.GET('/api/v1/captures/{id}', { params: { path: { id: capture.id } } }));
// The description cannot say that only `fields=summary` leaves them out.
if (!('snapshots' in whole)) throw new Error('a summary was not asked for');
const { snapshots, status } = whole;
const read = await Promise.all(
  snapshots.map(async ({ name, hash, imageUrl }) => {
    const token = new URL(imageUrl).searchParams.get('token') ?? '';
    const { data } = await client.GET('/api/v1/images/{hash}', {
      params: { path: { hash }, query: { token } },
      parseAs: 'arrayBuffer',
    });
    return { name, isSame: data !== undefined && png.equals(Buffer.from(data)) };
  }),
);

const missing = await client.GET('/api/v1/captures/{id}', { params: { path: { id: 'cap_none' } } });

/** What does not fit the description does not compile. */
export const wrong = () => [
  // @ts-expect-error a path that there is not
  client.GET('/api/v1/pictures'),
  // @ts-expect-error without the parameter of the path
  client.GET('/api/v1/captures/{id}'),
  // @ts-expect-error a wrong type in the body
  client.POST('/api/v1/captures', { body: { suite: 1 } }),
];

process.stdout.write(JSON.stringify({ status, read, missing: missing.error?.error.code }));
