import fc from 'fast-check';
import { forgedCursor, hostileText, hostileValue } from './hostile.js';

/** The part of JSON schema that the description of the service uses. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  maxItems?: number;
  minItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const kinds: Readonly<Record<string, string>> = {
  headCaptureId: 'cap',
  baseCaptureId: 'cap',
  captureId: 'cap',
  sessionId: 'ses',
  captures: 'cap',
  diffs: 'dif',
  sessions: 'ses',
  sites: 'sit',
  keys: 'key',
  'check-runs': 'chk',
  members: 'usr',
  invitations: 'inv',
};

/**
 * Stands for the id of something that exists; which one is decided when the request is sent.
 * @param place the field, or the part of the path before it
 */
export const knownId = (place: string): fc.Arbitrary<string> =>
  fc.nat({ max: 999 }).map((index) => `@${kinds[place] ?? 'any'}${index}@`);

/** Puts ids that exist in the place of {@link knownId}: of the right kind where there is one. */
export const fillIds = (text: string, known: readonly string[]): string =>
  text.replace(/@([a-z]{3})(\d+)@/g, (_, kind, index) => {
    const fitting = known.filter((id) => id.startsWith(`${kind}_`));
    const from = fitting.length > 0 ? fitting : known;
    return from[index % from.length] ?? '';
  });

/** Words that requests share, so that they find what others made. */
const word = fc.constantFrom(
  'main',
  'default',
  'Button',
  'feature',
  'abc123',
  'web',
  'acme',
  'Components / Card',
);

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Values that a schema takes, and now and then one that it does not. */
export function drawValue(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  return mostly(validOf(schema, name), hostileValue);
}

function validOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { type, properties, items } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => validOf(option, name)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => validOf(part, name)))
      .map((parts) => Object.assign({}, ...parts));
  if (properties) return objectOf(properties, schema.required ?? []);
  if (items) {
    const { minItems = 0, maxItems = 5 } = schema;
    return fc.array(drawValue(items, name), {
      minLength: Math.min(minItems, 5),
      maxLength: Math.min(maxItems, 5),
    });
  }
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return fc.dictionary(mostly(word, hostileText) as fc.Arbitrary<string>, hostileValue, { maxKeys: 4 });
    case 'string':
      return textOf(schema, name);
    default:
      return hostileValue;
  }
}

function objectOf(properties: Record<string, JsonSchema>, required: string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([key, field]) => {
    const value = drawValue(field, key);
    const isNeeded = required.includes(key);
    // A field that is needed is left out once in a while, one that is not is there once in a while.
    return fc
      .tuple(fc.nat({ max: 29 }), value)
      .map(([dice, drawn]): [string, unknown][] => (dice < (isNeeded ? 29 : 9) ? [[key, drawn]] : []));
  });
  return fc.tuple(...fields).map((drawn) => Object.fromEntries(drawn.flat()));
}

function numberOf({ type, minimum = -100, maximum = 10_000 }: JsonSchema): fc.Arbitrary<number> {
  const range = {
    min: Math.ceil(Math.max(minimum, -(2 ** 31))),
    max: Math.floor(Math.min(maximum, 2 ** 31)),
  };
  return type === 'integer' || range.min >= range.max
    ? fc.integer(range)
    : fc.double({ min: minimum, max: maximum, noNaN: true });
}

/** Addresses that answer nothing at once: nobody listens there. */
const address = fc.constantFrom('http://127.0.0.1:9/a', 'https://localhost:9/b?c=d', 'http://[::1]:9/');

function textOf(
  { pattern, format, maxLength, minLength = 0 }: JsonSchema,
  name: string,
): fc.Arbitrary<unknown> {
  if (name === 'cursor') return forgedCursor;
  if (/^(id|.*Id)$/.test(name)) return mostly(knownId(name), hostileText);
  if (format === 'uri' || name === 'url') return address;
  if (format === 'email')
    return fc.constantFrom('ada@example.com', 'a@b@example.com', '@', 'a@\u00e9.example');
  if (name === 'path' || name === 'metadata') return fc.json({ maxDepth: 3 });
  if (name === 'viewport') return fc.constantFrom('1280x720', '0x0', '99999x99999', '1x1');
  const free = fc.oneof(
    { weight: 5, arbitrary: word },
    {
      weight: 1,
      arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength ?? 40, 300), unit: 'grapheme' }),
    },
  );
  if (pattern === undefined) return mostly(free, hostileText);
  return mostly(fc.oneof(matching(pattern), word), hostileText);
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 100 });
  } catch {
    // It knows no lookahead.
    return fc.constant('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  }
}
