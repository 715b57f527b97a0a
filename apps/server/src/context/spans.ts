import { currentContext, inContext, type WorkContext } from './workContext.js';

/** What is known of a span: no secret, and neither the query of an address nor the message of an error, which may hold one. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  name: string;
  /** Where it begins: with a request of somebody else, with a job, or with a request to somebody else; within this process if absent. */
  kind?: 'server' | 'consumer' | 'client';
  attributes?: Attributes;
  /** Of a request: what its `traceparent` says. */
  parent?: string | undefined;
}

/** A part of a trace, which has begun. */
export interface Span {
  /** What is done within it. */
  context: WorkContext;
  note(attributes: Attributes): void;
  /** @param error why what was done failed: an error, a status of HTTP, or a word */
  end(error?: unknown): void;
}

/** Begins a span within the one that a context names. */
export type Tracer = (start: SpanStart, within: WorkContext) => Span;

let tracer: Tracer | null = null;

/** What this process tells its spans from now on; null when nobody asks. */
export function traceWith(asked: Tracer | null): void {
  tracer = asked;
}

/** Begins a span, which its caller ends; null where nobody asks. */
export const beginSpan = (start: SpanStart): Span | null => tracer?.(start, currentContext()) ?? null;

const unseen: Pick<Span, 'note'> = { note() {} };

/** Does something as a part of the trace that it belongs to. */
export function inSpan<T>(start: SpanStart, act: (span: Pick<Span, 'note'>) => Promise<T>): Promise<T> {
  const span = beginSpan(start);
  return span === null ? act(unseen) : until(span, act);
}

async function until<T>(span: Span, act: (span: Pick<Span, 'note'>) => Promise<T>): Promise<T> {
  let failure: unknown;
  try {
    return await inContext(span.context, () => act(span));
  } catch (error) {
    failure = error ?? new Error('it failed');
    throw error;
  } finally {
    span.end(failure);
  }
}
