import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Diff, Site } from '@svc/schema';
import { sql } from 'kysely';
import type { TestService } from './startTestService.js';

/** What a job works on, by the folder of its address. */
interface Subjects {
  captures: Capture;
  diffs: Diff;
  sites: Site;
}

const settledStatuses = new Set<string>(['completed', 'failed', 'ready']);

interface SettledOptions {
  /** That of `acme/web` unless given. */
  apiKey?: string;
  /** In milliseconds; 20 s unless given. The queue looks for jobs twice a second. */
  patience?: number;
}

/**
 * Reads a capture, diff or site once no job works on it any longer, whatever came of it.
 * @throws at the deadline, with the status that it is stuck in and the jobs that have not ended
 */
export async function settled<Kind extends keyof Subjects>(
  service: TestService,
  kind: Kind,
  id: string,
  { apiKey, patience = 20_000 }: SettledOptions = {},
): Promise<Subjects[Kind]> {
  for (const deadline = Date.now() + patience; ; await sleep(20)) {
    const { status, body } = await service.ask<Subjects[Kind]>(
      'GET',
      `/api/v1/${kind}/${id}`,
      undefined,
      apiKey,
    );
    if (status !== 200) throw new Error(`${kind}/${id} answers ${status}: ${JSON.stringify(body)}`);
    if (settledStatuses.has(body.status)) return body;
    if (Date.now() > deadline) {
      const jobs = (await listJobs(service)).join('\n  ') || 'none';
      throw new Error(`${kind}/${id} is still ${body.status} after ${patience / 1_000} s. Jobs:\n  ${jobs}`);
    }
  }
}

/** The jobs that have not ended, a line each. */
async function listJobs(service: TestService): Promise<string[]> {
  const { rows } = await sql<{ name: string; state: string; data: unknown; output: unknown }>`
    select name, state::text, data, output from pgboss.job where state < 'completed'
  `.execute(service.resources.database);
  return rows.map(({ name, state, data, output }) =>
    [name, state, JSON.stringify(data), ...(output === null ? [] : [JSON.stringify(output)])].join(' '),
  );
}
