import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '@svc/schema';
import { createLogger } from '../../src/createLogger.js';
import { startTestService, type TestService } from '../startTestService.js';
import { untilIdle } from '../untilIdle.js';
import { type DrawnRequest, drawRequests } from './drawRequests.js';
import { fillIds } from './drawValue.js';
import { exampleFiles } from './exampleFiles.js';
import { createPrincipals, principalCount, signInOwner } from './principals.js';
import { readDescription } from './readDescription.js';
import { jobActivity, recordedRows } from './recordedRows.js';
import { type Answered, sendRequest, type Target } from './sendRequest.js';

interface Options {
  requests: number;
  seed: number;
  say: (line: string) => void;
}

/** Of every so many refusals of requests that could have changed something, one is checked to have changed nothing. */
const checkedRefusals = 15;

const refusals = [400, 401, 403, 404, 409, 429];

/**
 * Sends requests that are nearly valid or hostile to every operation of the description, as everyone who may ask.
 * @returns what the service did wrong: failed, answered something other than an error of the contract, let a promise
 * reject unhandled, sent the database what it cannot store, or refused a request and changed something
 */
export async function fuzz({ requests, seed, say }: Options): Promise<string[]> {
  const findings: string[] = [];
  const logger = createLogger('error', {
    write: (line) => {
      const { msg, err } = JSON.parse(line);
      // Names too long for an index (class 54) are known to the database alone.
      if (msg.includes('cannot be stored') && err.code.startsWith('22')) findings.push(line);
    },
  });
  const onRejection = (reason: unknown) => findings.push(`unhandled rejection: ${String(reason)}`);
  process.on('unhandledRejection', onRejection);
  const service = await startTestService(undefined, undefined, null, { logger });
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const files = await exampleFiles();
    const draw = { principals: principalCount, files: files.length, requests, seed };
    const drawn = drawRequests(await readDescription(service), draw);
    await play(service, { drawn, files, findings, say });
    if ((await service.ask('GET', '/readyz')).status !== 200)
      findings.push('the service is not ready at the end');
  } finally {
    await service.stop();
    process.off('unhandledRejection', onRejection);
  }
  return findings;
}

interface Play {
  drawn: DrawnRequest[];
  files: Buffer[];
  findings: string[];
  say: (line: string) => void;
}

async function play(service: TestService, { drawn, files, findings, say }: Play): Promise<void> {
  const { port } = service.app.server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const known: string[] = ['cap_unknown'];
  const fill = (text: string) => fillIds(text, known);
  const target: Target = { port, agent, files, fill };
  const principals = await createPrincipals(service, host);
  const own = new Set(principals.flatMap(({ id }) => id ?? []));
  const statuses = new Map<number, number>();
  let sinceCheck = 0;
  for (const [number, request] of drawn.entries()) {
    const principal = principals[request.by];
    if (!principal) throw new Error(`nobody is number ${request.by}`);
    sinceCheck += 1;
    const isChecked = sinceCheck >= checkedRefusals && request.method === 'POST';
    if (isChecked) await untilIdle(service);
    const jobs = isChecked ? await jobActivity(service.resources.database) : '';
    const before = isChecked ? await recordedRows(service.resources.database) : '';
    const answer = await sendRequest(request, principal.headers, target);
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
    const place = `${number} by ${principal.name}: ${JSON.stringify(request).slice(0, 1_500)}`;
    const wrong = answer && wrongIn(answer, request);
    if (wrong) findings.push(`${wrong} for ${place}: ${answer.text.slice(0, 300)}`);
    if (isChecked && answer && answer.status >= 400) {
      sinceCheck = 0;
      await untilIdle(service);
      const after = await recordedRows(service.resources.database);
      // A job that failed may just have been tried again.
      if (after !== before && (await jobActivity(service.resources.database)) === jobs)
        findings.push(`${answer.status}, but changed ${changed(before, after)}, for ${place}`);
    }
    if (answer?.status === 200) remember(answer.text, known, own);
    // It may have signed itself out, or left the organisation.
    if (
      answer &&
      [401, 403, 404].includes(answer.status) &&
      principal.name === 'an owner' &&
      !(await isSignedIn(target, principal.headers))
    )
      principal.headers = await signInOwner(service, host);
    if ((number + 1) % 2_000 === 0) say(`${number + 1} requests`);
  }
  agent.destroy();
  say(
    `statuses: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'closed'} × ${count}`)
      .join(', ')}`,
  );
}

async function isSignedIn(target: Target, headers: Readonly<Record<string, string>>): Promise<boolean> {
  const request: DrawnRequest = { by: 0, method: 'GET', path: '/api/v1/settings', headers: {}, body: null };
  return (await sendRequest(request, headers, target))?.status === 200;
}

function wrongIn({ status, type, text }: Answered, { method, path, headers }: DrawnRequest): string | null {
  if (status >= 500) return `${status}`;
  if (status < 400) return null;
  // What Node refuses before there is a request, and files of sites, are not answered by the API.
  if (headers.host?.startsWith('sit-')) return null;
  if (!refusals.includes(status)) return `status ${status}`;
  if (method === 'HEAD' || !path.startsWith('/api/')) return null;
  if (!type.startsWith('application/json')) return `a refusal of the type ${type}`;
  return errorBody.safeParse(JSON.parse(text)).success ? null : 'a refusal of another form';
}

/** Keeps ids that an answer names, for later requests; not of the keys that ask. */
function remember(text: string, known: string[], own: ReadonlySet<string>): void {
  for (const [id] of text.matchAll(/\b[a-z]{3}_[0-9a-z]{20,30}\b/g)) {
    if (!own.has(id) && !known.includes(id)) known.push(id);
  }
  // The newest are the ones that something can still be done with.
  if (known.length > 60) known.splice(0, known.length - 40);
}

const changed = (before: string, after: string): string => {
  const rows = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((row) => !rows.has(row))
    .join(', ');
};
