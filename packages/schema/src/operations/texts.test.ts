import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { metadata, name } from '../primitives.js';
import type { Operation } from './Operation.js';
import { operations } from './operations.js';

type Found = [place: string, schema: z.ZodType];

/** What of a schema takes texts, as a whole: with the pipes and checks around it. */
function textsIn(schema: z.ZodType, place: string): Found[] {
  if (schema === metadata) return [[place, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      textsIn(field as z.ZodType, `${place}.${key}`),
    );
  if (schema instanceof z.ZodArray) return textsIn(schema.element as z.ZodType, `${place}[]`);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => textsIn(option as z.ZodType, place));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.unwrap() as z.ZodType, place);
  // An object, or its text as JSON.
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodObject) return textsIn(schema.out, place);
  if (schema instanceof z.ZodRecord) return [[place, schema]];
  return schema.safeParse('x'.repeat(64)).success || !isPlain(schema) ? [[place, schema]] : [];
}

/** Numbers and the like take no text, whatever it is. */
const isPlain = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodBoolean ||
  schema instanceof z.ZodEnum ||
  schema instanceof z.ZodLiteral ||
  schema instanceof z.ZodCustom;

const texts = Object.entries<Operation>(operations).flatMap(([key, { params, query, body, bodies = {} }]) =>
  [params, query, body, bodies['multipart/form-data'], bodies['application/json']].flatMap((schema) =>
    schema ? textsIn(schema, key) : [],
  ),
);

/** What GitHub signs is read by its own rules, and never stored. */
const tested = texts.filter(([place]) => !place.startsWith('receiveGithubEvent'));

test('there are texts to test', () => {
  expect(tested.length).toBeGreaterThan(150);
});

describe.each(tested)('%s', (_place, schema) => {
  test.each([
    ['NUL', '\u0000'],
    ['NUL in the middle', 'a\u0000b'],
    ['half of a surrogate pair', '\ud800'],
    ['the other half', 'abc\udfff'],
  ])('refuses %s', (_what, hostile) => {
    for (const value of [hostile, `http://127.0.0.1/${hostile}`, { a: hostile }, { [hostile]: 1 }]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  });

  test('has a bound', () => {
    for (const one of ['x', '0', 'é']) expect(schema.safeParse(one.repeat(200_000)).success).toBe(false);
    expect(schema.safeParse({ a: 'x'.repeat(200_000) }).success).toBe(false);
  });
});

test('a name of many combining marks is refused before it is normalised', () => {
  const marks = `a${'\u0301\u0316'.repeat(1_000)}`;
  const refused = name.safeParse(marks);
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([
    'must not have more than 30 combining marks in a row',
  ]);
  expect(name.parse(`a${'\u0301'.repeat(30)}`)).toBe(`\u00e1${'\u0301'.repeat(29)}`);
});

test('a decomposed name may have 512 letters once composed', () => {
  expect(name.parse('e\u0301'.repeat(512))).toBe('\u00e9'.repeat(512));
  expect(name.safeParse('e\u0301'.repeat(513)).success).toBe(false);
});

test('metadata may be nested 32 levels deep, and is as it was sent', () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  expect(metadata.parse(nested(32))).toEqual(nested(32));
  expect(metadata.safeParse(nested(33)).error?.issues[0]?.message).toBe(
    'must not be nested more than 32 levels deep',
  );
  const value = { text: 'é \u{1f600}', list: [1, null, true, { a: 'b' }] };
  expect(metadata.parse(value)).toEqual(value);
});
