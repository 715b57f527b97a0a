import type { Build } from '@svc/schema';
import { callService, type Shape } from '@svc/sdk';
import type { ServiceAccess } from '../access/resolveService.js';
import type { Context } from '../Context.js';
import { userAgent } from '../version.js';

/** The newest build of a branch in a suite. */
export interface SuiteBuild extends Build {
  suite: string;
}

/** Suites that are asked about at the same time. */
const concurrency = 8;
const suitesPerPage = 500;

interface SuitePage {
  suites: { name: string }[];
  nextCursor: string | null;
}

type Query = Record<string, string | number | undefined>;

/** Reads from the service. */
export type Read = <T>(path: string, query: Query, answer: Shape<T>) => Promise<T>;

export const readerOf =
  ({ apiUrl, apiKey, project }: ServiceAccess, { signal }: Pick<Context, 'signal'>): Read =>
  (path, query, answer) =>
    callService({
      apiUrl,
      credential: apiKey,
      project,
      method: 'GET',
      path,
      query,
      answer,
      signal,
      userAgent,
    });

async function listSuites(read: Read): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: suitesPerPage, cursor: cursor ?? undefined };
    const page = await read<SuitePage>('/api/v1/suites', query, { suites: 'array' });
    names.push(...page.suites.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  return names;
}

/**
 * The newest build of the branch in each suite that has one, the newest first.
 * @param suite only this one
 * @throws SvcError
 */
export async function newestBuilds(
  read: Read,
  { branch, suite }: { branch: string; suite: string | undefined },
): Promise<SuiteBuild[]> {
  const suites = suite === undefined ? await listSuites(read) : [suite];
  const found: SuiteBuild[] = [];
  const waiting = suites.values();
  const work = async () => {
    for (const name of waiting) {
      const query = { suite: name, branch, limit: 1 };
      const { builds } = await read<{ builds: Build[] }>('/api/v1/builds', query, { builds: 'array' });
      found.push(...builds.map((build) => ({ ...build, suite: name })));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  // Ids are ordered by time.
  return found.sort((a, b) => (a.captureId < b.captureId ? 1 : -1));
}
