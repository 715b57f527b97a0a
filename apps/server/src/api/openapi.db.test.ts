import { Validator } from '@seriousme/openapi-schema-validator';
import { type ErrorCode, errorCodes, errorsOf, type Operation, operations } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';

interface Described {
  operationId: string;
  parameters?: { name?: string; in?: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
  security: Record<string, string[]>[];
}
type Content = Record<string, { schema: { allOf?: object[] } }>;
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { Error: unknown }; securitySchemes: object };
};

let service: TestService;
let document: Document;
let described: Map<string, Described & { place: string }>;
beforeAll(async () => {
  service = await startTestService();
  document = (await service.ask<Document>('GET', '/docs/api/json')).body;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, place: `${method.toUpperCase()} ${path}` })),
  );
  described = new Map(all.map((one) => [one.operationId, one]));
});
afterAll(() => service.stop());

const all = Object.entries<Operation>(operations);
const of = (name: string) => {
  const found = described.get(name);
  if (!found) throw new Error(`${name} is not described`);
  return found;
};

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every operation is described once, under its name, where it is served', () => {
  expect([...described.keys()].sort()).toEqual(all.map(([name]) => name).sort());
  for (const [name, { method, path }] of all) {
    expect(of(name).place).toBe(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  }
});

describe.each(all)('%s', (name, operation) => {
  test('has a body where the method has one', () => {
    const types = Object.keys(of(name).requestBody?.content ?? {});
    const expected = operation.bodies ? Object.keys(operation.bodies) : ['application/json'];
    expect(types).toEqual(operation.method === 'POST' ? expected : []);
  });

  test('has an answer, and every error with its codes', () => {
    const { responses } = of(name);
    const statuses = Object.keys(responses).filter((status) => status >= '400');
    const declared = statuses.flatMap((status) => {
      const { content, description } = responses[status] ?? {};
      const [base, only] = content?.['application/json']?.schema.allOf ?? [];
      expect(base).toHaveProperty(['$ref'], '#/components/schemas/Error');
      const { error } = (only as { properties: { error: object } }).properties;
      const codes = (error as { properties: { code: { enum: ErrorCode[] } } }).properties.code.enum;
      for (const code of codes)
        expect([String(errorCodes[code]), description]).toEqual([status, description]);
      expect(description).toBe(codes.map((code) => `\`${code}\``).join(', '));
      return codes;
    });
    expect(declared.sort()).toEqual(errorsOf(operation).sort());
    expect(statuses.some((status) => status < '500')).toBe(true);
    expect(statuses).toContain('500');
    expect(Object.keys(responses).some((status) => status < '400')).toBe(true);
  });

  test('says how to authenticate, and the headers of the limit', () => {
    const { security, responses } = of(name);
    const isOpen = operation.access === 'public' || operation.access === 'signed';
    expect(security.length > 0).toBe(!isOpen);
    for (const scheme of security.flatMap(Object.keys)) {
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
    }
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      const limit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
      if (operation.access !== 'signed') expect(Object.keys(headers)).toEqual(expect.arrayContaining(limit));
      expect('Retry-After' in headers).toBe(status === '429');
    }
  });
});

test('an upload is described for each way to send it', () => {
  const { content = {} } = of('uploadSnapshot').requestBody ?? {};
  expect(content['image/png']?.schema).toEqual({ type: 'string', format: 'binary' });
  expect(content['multipart/form-data']?.schema).toMatchObject({
    properties: { png: { type: 'string', format: 'binary' }, viewport: { type: 'string' } },
    required: ['name', 'png'],
  });
  expect(content['application/json']?.schema).toMatchObject({ required: ['name', 'hash'] });
  const query = of('uploadSnapshot').parameters?.filter((one) => one.in === 'query');
  expect(query?.map((one) => one.name)).toEqual(expect.arrayContaining(['name', 'captureId', 'viewport']));
  const archive = of('uploadSite').requestBody?.content['application/gzip']?.schema;
  expect(archive).toEqual({ type: 'string', format: 'binary' });
});

test('an image is described as a PNG', () => {
  const image = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
  expect(of('getImage').responses['200']?.content).toEqual(image);
  expect(of('getComparisonImage').responses['200']?.content).toEqual(image);
});
