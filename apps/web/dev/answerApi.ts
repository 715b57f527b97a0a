import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorBody, type ErrorCode, type OperationName, operations, type Suite } from '@svc/schema';
import { accessHandlers } from './answerAccess.js';
import { recordHandlers } from './answerRecords.js';
import { type Handler, Refused } from './Call.js';
import { drawingOf, type Fixtures, signInToken, slug } from './Fixtures.js';
import { renderImage } from './renderImages.js';

const found = <T>(value: T | undefined, code: ErrorCode, what: string): T => {
  if (value === undefined) throw new Refused(404, code, `${what} not found`);
  return value;
};
const diffOf = (fixtures: Fixtures, id: string) => found(fixtures.diffs.get(id), 'DIFF_NOT_FOUND', 'Diff');

const handlers: Partial<Record<OperationName, Handler>> = {
  ...accessHandlers,
  ...recordHandlers,
  signIn: (fixtures, { body }) => {
    if ((body as { token: string }).token !== signInToken)
      throw new Refused(403, 'TOKEN_INVALID', 'This sign-in link is used up or unknown.');
    fixtures.signedIn = true;
    return { kind: 'user', name: fixtures.access.account.name, project: null };
  },
  signOut: (fixtures) => {
    fixtures.signedIn = false;
    return {};
  },
  listProjects: ({ projects }) => ({ projects, nextCursor: null }),
  getOverview: (fixtures) => ({
    project: found(fixtures.projects[0], 'PROJECT_NOT_FOUND', 'Project'),
    ...fixtures.summaries(),
  }),
  listSuites: (fixtures) => {
    const { diffs } = fixtures.summaries();
    const suites = fixtures.suiteNames().map((name, index): Suite => {
      const lastDiff = diffs.find(({ suite }) => suite === name) ?? null;
      return {
        name,
        baselineCount: (index * 31 + 58) % 97,
        lastDiff,
        lastCaptureAt: new Date().toISOString(),
      };
    });
    return { suites, nextCursor: null };
  },
  getCapture: (fixtures, { id }) => found(fixtures.captures.get(id), 'CAPTURE_NOT_FOUND', 'Capture'),
  getDiff: (fixtures, { id }) => diffOf(fixtures, id),
  getReview: (fixtures, { id }) => fixtures.review(diffOf(fixtures, id)),
};

/** Answers a request under `/api/v1`; what it answers has gone through the schema of the operation. */
export async function answerApi(
  fixtures: Fixtures,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const drawing = drawingAt(fixtures, url.pathname);
  const image = drawing ? renderImage(drawing) : null;
  if (image !== null) {
    response.setHeader('Content-Type', 'image/png');
    response.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
    response.end(await image);
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  try {
    response.end(JSON.stringify(await answer(fixtures, request, url)));
  } catch (error) {
    const refused = error instanceof Refused ? error : new Refused(500, 'INTERNAL', String(error));
    response.statusCode = refused.status;
    const { code, message, details } = refused;
    response.end(
      JSON.stringify({ error: { code, message, ...(details ? { details } : {}) } } satisfies ErrorBody),
    );
  }
}

/** What an image's address shows. */
function drawingAt({ images, comparisons }: Fixtures, path: string): string | null {
  const image = /^\/api\/v1\/images\/([\w-]+)$/.exec(path)?.[1];
  if (image) return images.get(image) ?? image;
  const made = /^\/api\/v1\/comparisons\/(\d+)\/(mask|thumbnail)$/.exec(path);
  const result = comparisons[Number(made?.[1]) - 1];
  const url = made?.[2] === 'mask' ? result?.diffImageUrl : result?.thumbnailUrl;
  return url ? drawingOf(url) : null;
}

async function answer(fixtures: Fixtures, request: IncomingMessage, url: URL): Promise<unknown> {
  const match = operationOf(request.method ?? 'GET', url.pathname);
  if (!match) throw new Refused(404, 'NOT_FOUND', `There is no ${request.method} ${url.pathname}`);
  const operation = operations[match.name];
  if (operation.access !== 'public' && !fixtures.signedIn) {
    throw new Refused(401, 'UNAUTHORIZED', 'Sign in, or send an API key.');
  }
  if (operation.access === 'organisation' && !url.pathname.startsWith('/api/v1/organisations/acme/')) {
    throw new Refused(404, 'ORGANISATION_NOT_FOUND', 'Organisation not found');
  }
  if (operation.access === 'project' && request.headers['x-svc-project'] !== slug) {
    throw new Refused(404, 'PROJECT_NOT_FOUND', 'Project not found');
  }
  if (operation.needs !== null && !fixtures.access.may.includes(operation.needs)) {
    throw new Refused(403, 'FORBIDDEN', `The role ${fixtures.access.role} may not do this`);
  }
  const body = request.method === 'GET' ? {} : await bodyOf(request);
  if (request.method !== 'GET' && request.headers['x-requested-with'] !== 'svc-web') {
    throw new Refused(403, 'FORBIDDEN', 'The request does not come from the web pages of this service.');
  }
  const refusal = fixtures.refusals.findIndex(({ path }) => path.test(url.pathname));
  const [refused] = refusal < 0 ? [] : fixtures.refusals.splice(refusal, 1);
  if (refused) throw new Refused(refused.status, refused.code, refused.message);

  const handler = handlers[match.name];
  if (!handler) throw new Refused(404, 'NOT_FOUND', `${match.name} has no fixture`);
  const parsed: object = 'body' in operation ? operation.body.parse(body) : {};
  const result = await handler(fixtures, {
    ...match.params,
    query: url.searchParams,
    body: parsed,
  });
  if (result === null) throw new Refused(404, 'NOT_FOUND', 'There is no such record');
  return operation.response.parse(result);
}

/** The parts of a path that operations name. */
interface Params {
  id: string;
  code: string;
  provider: string;
}

function operationOf(method: string, path: string): { name: OperationName; params: Params } | undefined {
  for (const name of Object.keys(operations) as OperationName[]) {
    if (operations[name].method !== method) continue;
    const match = new RegExp(`^${operations[name].path.replace(/:(\w+)/g, '(?<$1>[\\w.-]+)')}$`).exec(path);
    if (match) return { name, params: { id: '', code: '', provider: '', ...match.groups } };
  }
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}
