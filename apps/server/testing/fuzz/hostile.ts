import fc from 'fast-check';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Texts that have broken services. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\u001b[31m',
    '\r\nset-cookie: a=b',
    "' or 1=1 --",
    '%00',
    '%',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'NaN',
    'null',
    '1e400',
    '-1',
    '2026-02-31T00:00:00Z',
    'infinity',
    '{}',
    '[]',
    '0'.repeat(64),
    'a'.repeat(513),
    `a${'\u0301\u0316'.repeat(600)}`,
    '\u{1f468}\u200d\u{1f469}'.repeat(80),
    'x'.repeat(70_000),
    deep(5_000),
    'http://[',
    'http://127.0.0.1:0/',
    'javascript:alert(1)',
    'whsec_',
    '$1',
    '\\',
    '"',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  // What does not compress is what an index cannot take.
  fc.string({
    unit: fc.integer({ min: 0x4e00, max: 0x9fff }).map((point) => String.fromCodePoint(point)),
    minLength: 400,
    maxLength: 512,
    size: 'max',
  }),
);

export const hostileNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 0.5, 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Any JSON, of any type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown[]>(null, true, false, [], {}, [[]], [null], { length: 1 }),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.integer({ min: 1, max: 100 }).map((levels) => JSON.parse(deep(levels))),
);

/** A cursor that no list has given out, or may have. */
export const forgedCursor = fc.oneof(
  hostileText,
  hostileValue.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url').slice(0, 8_000)),
  fc
    .tuple(fc.constantFrom('2026-11-22T00:00:00.000000Z', 'infinity', 'now', '\u0000'), hostileText)
    .map((pair) => Buffer.from(JSON.stringify(pair)).toString('base64url').slice(0, 8_000)),
);
