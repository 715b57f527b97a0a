import type { z } from 'zod';
import type { OperationName, operations } from './operations/operations.js';
import type { RouteName, routes } from './routes.js';

/*
 * What goes into each operation and what comes out, as types alone: with `routes`, all that a client in a browser needs.
 */

type Operations = typeof operations;

/** Operations that are sent and answer JSON, or nothing. */
export type JsonOperationName = {
  [Name in OperationName]: Operations[Name] extends { bodies: object } | { answers: string } ? never : Name;
}[OperationName];

/** What an operation answers. */
export type AnswerOf<Name extends OperationName> = z.output<Operations[Name]['response']>;

/** What an operation is sent; a field is there when the operation has one, and optional when all in it is. */
export type RequestOf<Name extends OperationName> = Field<'params', ParamsOf<Name>> &
  Field<'query', PartOf<Name, 'query'>> &
  Field<'body', PartOf<Name, 'body'>> &
  (Operations[Name]['access'] extends 'project' ? { project: string } : unknown);

type Field<Key extends string, Part> = [Part] extends [never]
  ? unknown
  : Record<string, never> extends Part
    ? { [K in Key]?: Part }
    : { [K in Key]: Part };

/** The parameters that a path names. */
export type ParamsOf<Name extends RouteName> = ParamsIn<(typeof routes)[Name]['path']>;

type ParamsIn<Path extends string> = [ParamNames<Path>] extends [never]
  ? never
  : { [Param in ParamNames<Path>]: string };

type ParamNames<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never;

type PartOf<Name extends OperationName, Key extends 'query' | 'body'> = Operations[Name] extends {
  [K in Key]: infer Part extends z.ZodType;
}
  ? Given<z.input<Part>>
  : never;

/** Lists that are sent may be read-only ones. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { [Key in keyof T]: Given<T[Key]> }
    : T;
