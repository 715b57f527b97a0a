import type { HostCall, Method } from './callHost.js';
import { type AnswerOf, type BodyOf, fillPath, type NamesIn, type PathWith } from './describedPaths.js';
import type { HostAnswer } from './refusal.js';

/** The operation of a description at a path. */
type OperationAt<Paths, Verb extends string, Path extends keyof Paths> = Paths[Path] extends {
  readonly [verb in Verb]: infer Operation;
}
  ? Operation
  : never;

interface Asked<Path extends string, Operation> {
  at: Readonly<Record<NamesIn<Path>, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: BodyOf<Operation>;
  signal: AbortSignal;
}

/** Requests that compile against the OpenAPI description of a host. */
export interface DescribedCall<Paths> {
  /** Answers whatever status comes. */
  exchange<Verb extends Lowercase<Method>, Path extends PathWith<Paths, Verb>>(
    verb: Verb,
    path: Path,
    asked: Asked<Path, OperationAt<Paths, Verb, Path>>,
  ): Promise<HostAnswer>;
  /** Answers the body. Rejects with a CodeHostError for a status that is not a success. */
  ask<Verb extends Lowercase<Method>, Path extends PathWith<Paths, Verb>>(
    verb: Verb,
    path: Path,
    asked: Asked<Path, OperationAt<Paths, Verb, Path>>,
  ): Promise<AnswerOf<OperationAt<Paths, Verb, Path>>>;
  accept: HostCall['accept'];
}

export function callDescribed<Paths>({ exchange, accept }: HostCall): DescribedCall<Paths> {
  const asIs = (verb: Lowercase<Method>, path: string, asked: Asked<string, unknown>) =>
    exchange(
      verb.toUpperCase() as Method,
      fillPath(path, asked.at, asked.query),
      asked.signal,
      asked.body as object | undefined,
    );
  return {
    exchange: asIs as DescribedCall<Paths>['exchange'],
    ask: (async (...[verb, path, asked]: Parameters<typeof asIs>) =>
      accept(await asIs(verb, path, asked))) as DescribedCall<Paths>['ask'],
    accept,
  };
}
