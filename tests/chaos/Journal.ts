import { appendFileSync, openSync } from 'node:fs';
import type { SvcError } from '../../packages/sdk/src/index.js';

/** What became of a call, as its client saw it after its retries. */
export type Outcome = 'acknowledged' | 'failed' | 'refused';

/** Characters of what a process printed. */
const longestOutput = 4_000;

/** One call of a client. */
export interface Call {
  client: string;
  operation: string;
  /** What it was about, for people. */
  subject: string;
}

/**
 * What the clients were told, kept outside of the service: the check at the end compares it with what is there. Each line
 * is also written to a file, so that a run that is cut short can be looked at.
 */
export class Journal {
  readonly #file: number;
  readonly #open = new Set<Call>();
  #ended = 0;
  readonly #begun = performance.now();
  readonly #counts = new Map<string, Record<Outcome, number>>();
  readonly violations: string[] = [];
  readonly timeline: string[] = [];
  /** Attempts that a client made again, by what went wrong. */
  readonly retries = new Map<string, number>();

  constructor(readonly path: string) {
    this.#file = openSync(path, 'a');
  }

  /** Says that a client has begun a call, which {@link record} ends. */
  begin(call: Call): void {
    this.#open.add(call);
  }

  /** Calls that have ended. */
  get ended(): number {
    return this.#ended;
  }

  /** Calls that have not ended, in words. */
  listOpen(): string[] {
    return [...this.#open].map(describe);
  }

  record(call: Call, outcome: Outcome, error: SvcError | null): void {
    const counts = this.#counts.get(call.operation) ?? { acknowledged: 0, failed: 0, refused: 0 };
    this.#open.delete(call);
    this.#ended += 1;
    counts[outcome] += 1;
    this.#counts.set(call.operation, counts);
    const reason = error ? { status: error.statusCode, code: error.code, message: error.message } : {};
    this.#write({ ...call, outcome, ...reason });
  }

  /** An attempt failed, and the client makes another one. A service that lost its database says 503, not 500. */
  retried(call: Call, { statusCode, code, message }: SvcError): void {
    const kind = statusCode === 0 ? code : `${statusCode} ${code}`;
    this.retries.set(kind, (this.retries.get(kind) ?? 0) + 1);
    this.#write({ ...call, outcome: 'retried', status: statusCode, code, message });
    if (statusCode === 500) this.violate(`${describe(call)} was answered 500: ${message}`);
  }

  violate(what: string): void {
    const line = `${this.#time()}  ${what}`;
    this.violations.push(line);
    this.#write({ violation: what });
  }

  /** Something that the run did, for the timeline. */
  note(what: string): void {
    this.timeline.push(`${this.#time()}  ${what}`);
    this.#write({ note: what });
  }

  /** What a process printed, for the investigation of a violation. */
  keepOutput(name: string, output: string): void {
    if (output.trim()) this.#write({ printedBy: name, output: output.slice(-longestOutput) });
  }

  count(operation: string, outcome: Outcome): number {
    return this.#counts.get(operation)?.[outcome] ?? 0;
  }

  /** A row for each operation. */
  counts(): { operation: string; acknowledged: number; failed: number; refused: number }[] {
    return [...this.#counts].map(([operation, counts]) => ({ operation, ...counts })).sort(byOperation);
  }

  #write(entry: object): void {
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
  }

  #time(): string {
    return `${((performance.now() - this.#begun) / 1_000).toFixed(1).padStart(6)} s`;
  }
}

const byOperation = (one: { operation: string }, other: { operation: string }) =>
  one.operation < other.operation ? -1 : 1;

export const describe = ({ client, operation, subject }: Call): string =>
  `${operation} of ${subject} (client ${client})`;
