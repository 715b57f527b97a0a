import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { AnswerOf, ParamsOf, RequestOf } from '../contract.js';
import { type RouteName, routes } from '../routes.js';
import type { Operation } from './Operation.js';
import { operations } from './operations.js';

const all = Object.entries<Operation>(operations) as [RouteName, Operation][];
const paramsIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

it('has one operation for each route, and one route for each method and path', () => {
  expect(all.map(([name]) => name).sort()).toEqual(Object.keys(routes).sort());
  for (const [name, { method, path }] of all) expect({ method, path }).toEqual(routes[name]);
  const places = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

it.each(all)('%s has a schema for exactly the parameters of its path', (_name, { path, params }) => {
  const fields = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
  expect(fields.sort()).toEqual(paramsIn(path).sort());
});

it.each(all.filter(([, { method }]) => method === 'POST'))('%s says what it is sent', (_name, operation) => {
  expect(operation.body !== undefined).not.toBe(operation.bodies !== undefined);
});

it('types what goes in and what comes out', () => {
  expectTypeOf<ParamsOf<'changeRole'>>().toEqualTypeOf<{ org: string; id: string }>();
  expectTypeOf<ParamsOf<'listCaptures'>>().toBeNever();
  expectTypeOf<RequestOf<'getDiff'>>().toExtend<{ params: { id: string }; project: string }>();
  expectTypeOf<RequestOf<'changeAccount'>>().toExtend<{ body: { name: string } }>();
  expectTypeOf<{ project: string; query: { limit: number } }>().toExtend<RequestOf<'listSuites'>>();
  expectTypeOf<{ project: string; query: { limit: string } }>().not.toExtend<RequestOf<'listSuites'>>();
  expectTypeOf<AnswerOf<'reject'>>().toEqualTypeOf<{ rejected: number; total: number }>();
});
