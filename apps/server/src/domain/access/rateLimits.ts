/** What is counted together (R34). */
export type Counter =
  | 'captures'
  | 'diffs'
  | 'snapshots'
  | 'sessions'
  | 'sites'
  | 'reads'
  /** Every other operation of a key. */
  | 'other'
  /** Everything that a signed-in person does. */
  | 'people'
  /** Requests of an address that no principal is known for: failed authentication, sign-in, paths that are none. */
  | 'addresses'
  /** Webhooks of code hosts, for each address. */
  | 'webhooks';

/** Uses per window of each counter, for one holder: a key, a person or an address. */
export const defaultRateLimits: Readonly<Record<Counter, number>> = {
  captures: 10,
  diffs: 10,
  snapshots: 300,
  sessions: 20,
  sites: 5,
  reads: 100,
  other: 1_200,
  people: 1_200,
  addresses: 120,
  webhooks: 1_200,
};

/** For a service whose keys belong to one team: a suite of some thousand snapshots in parallel jobs waits for none of them. */
export const teamRateLimits: Partial<Readonly<Record<Counter, number>>> = {
  captures: 60,
  diffs: 60,
  snapshots: 6_000,
  sessions: 120,
  sites: 30,
  reads: 600,
  other: 12_000,
};

/** How requests are limited. */
export interface RateLimits {
  /** Null where the deployment has lifted all limits. */
  limits: Readonly<Record<Counter, number>> | null;
  /** Milliseconds; 60,000 by contract. */
  window: number;
  /** Milliseconds that a promised permit is kept for its principal. */
  grace: number;
}

/** The window of the contract. Answers round their seconds up, and what is left of the grace is for the network. */
export const minute: Pick<RateLimits, 'window' | 'grace'> = { window: 60_000, grace: 5_000 };

const counters: Readonly<Record<string, Counter>> = {
  'POST /api/v1/captures': 'captures',
  'POST /api/v1/diffs': 'diffs',
  'POST /api/v1/snapshots': 'snapshots',
  'POST /api/v1/snapshots/known': 'snapshots',
  'POST /api/v1/captures/:id/traces': 'snapshots',
  'POST /api/v1/sessions': 'sessions',
  'POST /api/v1/sites': 'sites',
  'POST /api/v1/sites/manifest': 'sites',
  'GET /api/v1/baselines': 'reads',
  'GET /api/v1/suites': 'reads',
  'GET /api/v1/overview': 'reads',
};

/** The counter of an operation that a key asks for. */
export const counterOf = (method: string, path: string): Counter => counters[`${method} ${path}`] ?? 'other';
