import type { ErrorCode } from '@svc/schema';
import type { Fixtures } from './Fixtures.js';

/** An answer that is not a success. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details?: { path: string; message: string }[],
  ) {
    super(message);
  }
}

/** One request: the parts of its path, its query, and its body after the schema of the operation. */
export interface Call {
  id: string;
  code: string;
  provider: string;
  query: URLSearchParams;
  body: object;
}

export type Handler = (fixtures: Fixtures, call: Call) => unknown;
