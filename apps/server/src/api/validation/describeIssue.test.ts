import { expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../domain/ServiceError.js';
import { parseRequest } from './parseRequest.js';

function refusal(schema: z.ZodType, value: unknown): ServiceError {
  try {
    parseRequest(schema, value);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

type Code = z.core.$ZodIssue['code'];
const of = (schema: z.ZodType) => z.object({ field: schema });
const even = z.string().length(2);

/** Every code of an issue, and what is said of it. */
const table: Record<Code, [schema: z.ZodType, value: unknown, message: string][]> = {
  // biome-ignore-start lint/style/useNamingConvention: the codes of zod
  invalid_type: [
    [z.string(), undefined, 'is required'],
    [z.string(), 7, 'must be a string'],
    [z.number(), undefined, 'is required'],
    [z.number(), 'x', 'must be a number'],
    [z.number().min(0).max(1), '0.5', 'must be a number from 0 to 1'],
    [z.coerce.number().int().min(1).max(500), 'x', 'must be an integer from 1 to 500'],
    [z.number().min(3), null, 'must be a number of at least 3'],
    [z.int(), 1.5, 'must be an integer'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 1, 'must be an object'],
    [z.date(), 'x', 'must be a date'],
    [z.null(), 1, 'must be null'],
    [z.never(), 1, 'must not be given'],
    [z.symbol(), 1, 'must be of the type symbol'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'a', 'must have at least 3 characters'],
    [even, 'a', 'must have exactly 2 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    [z.number().min(0).max(1), -1, 'must be a number from 0 to 1'],
    [z.number().int().min(1), 0, 'must be an integer of at least 1'],
    [z.number().gt(0), 0, 'must be greater than 0'],
    [z.date().min(new Date(0)), new Date(-1), 'must be at least 1970-01-01T00:00:00.000Z'],
    [z.file().min(1), new File([], 'a'), 'must have at least 1 byte'],
  ],
  too_big: [
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [even, 'abc', 'must have exactly 2 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    [z.set(z.string()).max(1), new Set(['a', 'b']), 'must have at most 1 entry'],
    [z.number().min(0).max(1), 2, 'must be a number from 0 to 1'],
    [z.number().max(1), 2, 'must be a number of at most 1'],
    [z.number().lt(1), 1, 'must be less than 1'],
  ],
  invalid_format: [
    [z.email(), 'a', 'must be an e-mail address'],
    [z.url(), 'a', 'must be a URL'],
    [z.iso.datetime(), 'a', 'must be an ISO 8601 date and time'],
    [z.cuid2(), '', 'must be of the form cuid2'],
    [z.string().regex(/^a$/), 'b', 'must match /^a$/'],
    [z.string().regex(/^a$/, 'must be a commit id'), 'b', 'must be a commit id'],
    [z.string().startsWith('svc_'), 'a', 'must start with "svc_"'],
    [z.string().endsWith('.png'), 'a', 'must end with ".png"'],
    [z.string().includes('/'), 'a', 'must contain "/"'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 7, 'must be a multiple of 5']],
  unrecognized_keys: [
    [z.strictObject({}), { a: 1 }, 'must not have the field "a"'],
    [z.strictObject({}), { a: 1, b: 2 }, 'must not have the fields "a" and "b"'],
  ],
  invalid_union: [
    [z.union([z.string(), z.number()]), undefined, 'is required'],
    [z.union([z.string(), z.number()]), true, 'must be a string or a number'],
    [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'has none of its forms'],
    [z.xor([z.string(), z.string().min(1)]), 'a', 'matches more than one of its forms'],
  ],
  invalid_key: [
    [z.record(z.string().min(2), z.string()), { a: '' }, 'has a key that must have at least 2 characters'],
  ],
  invalid_element: [
    [
      z.map(z.date(), z.number()),
      new Map([[new Date(0), 'x']]),
      'has an entry "1970-01-01T00:00:00.000Z" that must be a number',
    ],
  ],
  invalid_value: [
    [z.enum(['a', 'b', 'c']), undefined, 'is required'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
    [z.literal('stories-a'), 'x', 'must be "stories-a"'],
  ],
  custom: [
    [z.string().refine(() => false), 'a', 'is not valid'],
    [
      z.string().refine(() => false, 'must not contain control characters'),
      'a',
      'must not contain control characters',
    ],
    [z.custom<Uint8Array>((value) => value instanceof Uint8Array), undefined, 'is required'],
  ],
  // biome-ignore-end lint/style/useNamingConvention: the codes of zod
};

for (const [code, cases] of Object.entries(table)) {
  test.each(cases)(`${code}: %#`, (schema, value, message) => {
    expect(of(schema).safeParse({ field: value }).error?.issues[0]?.code).toBe(code);
    expect(refusal(of(schema), { field: value }).details?.[0]?.message).toBe(message);
  });
}

test('the message names the field, or what was to hold it, and how many more there are', () => {
  const body = z.object({ suite: z.string(), targets: z.array(z.object({ url: z.url() })) });
  const one = refusal(body, { suite: 'a', targets: [{ url: 'http://a' }, { url: 'b' }] });
  expect(one.message).toBe('targets[1].url must be a URL');
  expect(one.details).toEqual([{ path: 'targets[1].url', message: 'must be a URL' }]);
  expect(refusal(body, {}).message).toBe('suite is required (and 1 more)');
  expect(refusal(body, null).message).toBe('The request is required');
  expect(refusal(z.record(z.string(), z.number()), { 'a b': 'x' }).message).toBe('["a b"] must be a number');
});
