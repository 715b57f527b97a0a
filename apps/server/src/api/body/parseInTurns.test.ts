import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceError } from '../../domain/ServiceError.js';
import { parseRequest } from '../validation/parseRequest.js';
import { parseInTurns } from './parseInTurns.js';

const schema = z.object({
  suite: z.string().default('default'),
  names: z
    .array(
      z
        .string()
        .min(1)
        .transform((text) => text.toUpperCase()),
    )
    .min(1)
    .max(1_000)
    .optional(),
  flags: z.array(z.boolean()),
});

const outcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() };
  } catch (error) {
    const { message, details } = error as ServiceError;
    return { message: message.replace(/ \(and .*/, ''), first: details?.[0] };
  }
};

test('long lists are validated as the whole body is', async () => {
  const entry = fc.constantFrom<unknown[]>('a', 'b', '', 1, null);
  const names = fc.oneof(
    fc.integer({ min: 0, max: 1_100 }).map((length): unknown => Array(length).fill('x')),
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), entry)
      .map(([at, wrong]): unknown =>
        Array.from({ length: 1_000 }, (_, index) => (index === at ? wrong : 'x')),
      ),
    fc.constantFrom<unknown[]>(undefined, null, 'text', {}),
  );
  const flags = fc.integer({ min: 0, max: 2_100 }).map((length): unknown => Array(length).fill(true));
  await fc.assert(
    fc.asyncProperty(fc.record({ names, flags }), async (body) => {
      const turns = await outcome(() => parseInTurns(schema, body));
      expect(turns).toEqual(await outcome(() => parseRequest(schema, body, { part: 'The body' })));
    }),
    { numRuns: 60 },
  );
});

test.each([{ body: [] }, { body: 'text' }, { body: 7 }])('$body is refused as a whole', async ({ body }) => {
  await expect(parseInTurns(schema, body)).rejects.toThrow('The body must be an object');
});

test('of many mistakes, a hundred are described', async () => {
  const { details } = await parseInTurns(schema, { flags: Array(2_000).fill(0) }).catch((error) => error);
  expect(details).toHaveLength(100);
});
