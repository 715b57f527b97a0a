import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SvcClient } from '../SvcClient.js';
import { SvcError } from '../SvcError.js';
import { argumentsOf } from './argumentsOf.js';

type Method = keyof SvcClient;
const methods = Object.keys(argumentsOf) as Method[];

/** A service that knows nothing but answers at once. */
const clientOf = (answer: object = {}) =>
  new SvcClient({
    apiKey: 'svc_test',
    maxRetries: 0,
    fetch: async () => Response.json(answer),
    sleep: async () => {},
  });

const call = async (name: Method, given: unknown[], client = clientOf()) =>
  (client[name] as (...given: unknown[]) => Promise<unknown>)(...given);

const failureOf = async (name: Method, given: unknown[]): Promise<SvcError> => {
  const error = await call(name, given).then(
    () => null,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(SvcError);
  return error;
};

const raise = () => {
  throw new Error('hidden');
};
function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
const circular: { self?: unknown } = {};
circular.self = circular;
const junk = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
  fc.constantFrom(
    undefined,
    null,
    '',
    '\ud800',
    Number.NaN,
    Symbol('x'),
    1n,
    () => 1,
    circular,
    new Uint8Array(),
  ),
);

test('every public method is looked after', () => {
  const own = Object.getOwnPropertyNames(SvcClient.prototype).filter((name) => name !== 'constructor');
  expect([...own].sort()).toEqual([...methods].sort());
});

test.each(methods)('%s throws an SvcError alone, whatever it is given', async (name) => {
  const object = fc.record(
    {
      suite: junk,
      snapshots: junk,
      png: junk,
      name: junk,
      commits: junk,
      metadata: junk,
      onProgress: junk,
      viewport: junk,
    },
    { requiredKeys: [] },
  );
  const argument = fc.oneof(junk, object, fc.constant('id'), fc.constant(new Uint8Array([1])));
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { maxLength: 4 }), async (given) => {
      const error = await call(
        name,
        given,
        clientOf({ status: 'failed', known: [], captures: [], stories: [] }),
      ).catch((caught) => caught);
      if (error instanceof Error) expect(error).toBeInstanceOf(SvcError);
    }),
    { numRuns: 100 },
  );
});

const image = new Uint8Array([1]);
const compared = { name: 'a', png: image, suite: 'a', branch: 'b', commit: 'c' };

describe('a refused argument', () => {
  test.each<[Method, unknown[], string]>([
    ['getCapture', [], 'captureId is required'],
    ['getCapture', [7], 'captureId must be a string that is not empty'],
    ['createCapture', [], 'options is required'],
    ['createCapture', [null], 'options must be an object'],
    ['createCapture', [{ suite: 'a', snapshots: [null] }], 'snapshots[0] must be an object'],
    ['createCapture', [{ suite: 'a', snapshots: [{ png: 1 }] }], 'snapshots[0].name is required'],
    ['uploadSnapshot', ['cap_1', 'a', 'png'], 'png must be the bytes of a file'],
    ['uploadSnapshotWithDiff', [{ name: 'a', png: new Uint8Array([1]), branch: 'b' }], 'suite is required'],
    ['approve', ['dif_1', { snapshots: 'a' }], 'snapshots must be a list'],
    ['revoke', ['dif_1', [1]], 'snapshots[0] must be a string that is not empty'],
    ['createSession', [{ suite: 'a', branch: 'b' }], 'commit is required'],
    ['uploadSnapshot', ['cap_1', 'a', image, { browser: 7 }], 'browser must be a string that is not empty'],
    ['uploadSnapshot', ['cap_1', 'a', image, { viewport: '1x1' }], 'viewport must be an object'],
    [
      'uploadSnapshotWithDiff',
      [{ ...compared, sessionId: NaN }],
      'sessionId must be a string that is not empty',
    ],
    ['uploadSnapshotWithDiff', [{ ...compared, runKey: {} }], 'runKey must be a string that is not empty'],
    [
      'createCapture',
      [{ suite: 'a', snapshots: [{ name: 'a', viewport: 7 }] }],
      'snapshots[0].viewport must be an object',
    ],
    ['waitForDiff', ['dif_1', { timeoutMs: NaN }], 'timeoutMs must be a number of at least 0'],
    ['waitForCapture', ['cap_1', { signal: {} }], 'signal must be an AbortSignal'],
    ['uploadSite', [{ getReader: 7 }], 'tarGz must be bytes, a stream, or a function that gives a stream'],
    ['uploadSite', ['x'], 'tarGz must be bytes, a stream, or a function that gives a stream'],
  ])('of %s %j is named', async (name, given, message) => {
    const { code, statusCode, message: told } = await failureOf(name, given);
    expect({ code, statusCode, told }).toEqual({ code: 'VALIDATION_ERROR', statusCode: 0, told: message });
  });

  test.each([
    [() => Promise.reject(new Error('ENOENT')), 'png of the snapshot "a" cannot be read: ENOENT'],
    [
      () => undefined,
      'png of the snapshot "a" must be the bytes of a PNG, JPEG or WebP file, or a function that gives them',
    ],
    [
      () => new Uint8Array(),
      'png of the snapshot "a" must be the bytes of a PNG, JPEG or WebP file, or a function that gives them',
    ],
  ])('may be a png that %s gives', async (png, message) => {
    const error = await failureOf('createCapture', [{ suite: 'a', snapshots: [{ name: 'a', png }] }]);
    expect([error.code, error.statusCode, error.message]).toEqual(['VALIDATION_ERROR', 0, message]);
  });

  test.each([
    ['an object without a prototype', () => Object.create(null)],
    ['nothing', () => undefined],
    ['a revoked proxy', revokedProxy],
    ['an error that hides its message', () => Object.create(Error.prototype, { message: { get: raise } })],
  ])('may throw %s', async (_, thrown) => {
    const png = () => {
      throw thrown();
    };
    const toJSON = png;
    const error = await failureOf('createCapture', [{ suite: 'a', snapshots: [{ name: 'a', png }] }]);
    expect(error.message).toMatch(/cannot be read: .+/);
    const other = await failureOf('approve', ['dif_1', { snapshots: ['a'], slots: { toJSON } }]);
    expect(other.message).toMatch(/^approve failed: .+/);
  });

  test('may be what JSON cannot hold', async () => {
    const error = await failureOf('createDiff', [{ suite: 'a', headCaptureId: 'cap_1', threshold: 1n }]);
    expect([error.code, error.statusCode]).toEqual(['VALIDATION_ERROR', 0]);
    expect(error.message).toMatch(/^createDiff failed: /);
  });
});

test('an option that cannot be read is a VALIDATION_ERROR', () => {
  expect(() => new SvcClient(revokedProxy() as never)).toThrow(expect.objectContaining({ name: 'SvcError' }));
});

test.each<[unknown, string]>([
  [undefined, 'API_KEY_MISSING'],
  [null, 'API_KEY_MISSING'],
  [{ apiKey: 7 }, 'API_KEY_MISSING'],
  [{ apiKey: 'svc_a', apiUrl: null }, 'API_URL_INVALID'],
  [{ apiKey: 'svc_a', apiUrl: Symbol('x') }, 'API_URL_INVALID'],
  [{ apiKey: 'svc_a', apiUrl: new URL('http://localhost') }, 'API_URL_INVALID'],
  [{ apiKey: 'svc_a', environment: null }, 'VALIDATION_ERROR'],
  [{ apiKey: 'svc_a', maxRetries: Number.NaN }, 'VALIDATION_ERROR'],
  [{ apiKey: 'svc_a', maxRetries: '3' }, 'VALIDATION_ERROR'],
  [{ apiKey: 'svc_a', concurrency: Number.NaN }, 'VALIDATION_ERROR'],
  [{ apiKey: 'svc_a', project: 7 }, 'VALIDATION_ERROR'],
  [{ apiKey: 'svc_a', fetch: {} }, 'VALIDATION_ERROR'],
])('a client of %j is refused as %s', (options, code) => {
  expect(() => new SvcClient(options as never)).toThrow(
    expect.objectContaining({ name: 'SvcError', code, statusCode: 0 }),
  );
});
