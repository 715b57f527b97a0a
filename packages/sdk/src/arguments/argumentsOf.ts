import { isByteStream } from '../transport/RequestBody.js';
import { argumentError } from './argumentError.js';

/** @throws SvcError `VALIDATION_ERROR` */
export type Check = (value: unknown) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text that an address can hold. */
function isText(value: unknown): boolean {
  try {
    return typeof value === 'string' && value !== '' && encodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}

function refuse(path: string, value: unknown, message: string): never {
  throw argumentError(path, value === undefined ? 'is required' : message);
}

const text =
  (path: string): Check =>
  (value) =>
    isText(value) || refuse(path, value, 'must be a string that is not empty');

/** Text that is too long to look at. */
const longText =
  (path: string): Check =>
  (value) =>
    typeof value === 'string' || refuse(path, value, 'must be a string');

const bytes =
  (path: string): Check =>
  (value) =>
    (value instanceof Uint8Array && value.byteLength > 0) ||
    refuse(path, value, 'must be the bytes of a file');

const list =
  (path: string, item: (path: string) => Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return refuse(path, value, 'must be a list');
    for (let index = 0; index < value.length; index += 1) item(`${path}[${index}]`)(value[index]);
  };

const fields =
  (path: string, checks: Record<string, (path: string) => Check> = {}): Check =>
  (value) => {
    if (!isObject(value)) return refuse(path, value, 'must be an object');
    for (const [name, check] of Object.entries(checks)) {
      check(path === 'options' || path === 'input' ? name : `${path}.${name}`)(value[name]);
    }
  };

const optional =
  (check: Check): Check =>
  (value) => {
    if (value !== undefined) check(value);
  };

/** For fields of an upload: null is as absent. */
const given =
  (check: (path: string) => Check) =>
  (path: string): Check =>
  (value) => {
    if (value !== undefined && value !== null) check(path)(value);
  };

const optionalList = (path: string) => optional(list(path, text));
const optionally = (isUsable: (value: unknown) => boolean, message: string) => (path: string) =>
  optional((value) => isUsable(value) || refuse(path, value, message));
const optionalFunction = optionally((value) => typeof value === 'function', 'must be a function');
const anything = () => () => {};
const isSignal = (value: unknown) => isObject(value) && typeof value.addEventListener === 'function';
const options = optional(
  fields('options', {
    onProgress: optionalFunction,
    timeoutMs: optionally(
      (value) => typeof value === 'number' && value >= 0,
      'must be a number of at least 0',
    ),
    signal: optionally(isSignal, 'must be an AbortSignal'),
  }),
);
const decision = optional(fields('options', { snapshots: optionalList }));
/** Beside the bytes of an image fields are text: anything would become some. */
const imageFields = {
  viewport: given(fields),
  browser: given(text),
};
const snapshots = (path: string) =>
  optional(list(path, (item) => fields(item, { name: text, png: anything, ...imageFields })));
const comparedFields = {
  ...imageFields,
  sessionId: given(text),
  baselineRef: given(text),
  testId: given(text),
  checkout: given(text),
  shard: given(text),
  job: given(text),
  runKey: given(text),
  layout: given(longText),
};

const archiveOf =
  (path: string) =>
  (value: unknown): void => {
    if (value instanceof Uint8Array || typeof value === 'function') return;
    if (isByteStream(value)) return;
    refuse(path, value, 'must be bytes, a stream, or a function that gives a stream');
  };
const archive = archiveOf('tarGz');

/** What the SDK itself needs of the arguments of each method; the service judges the rest. */
export const argumentsOf = {
  createCapture: [
    fields('options', { suite: text, snapshots, onProgress: optionalFunction, onRefused: optionalFunction }),
  ],
  getCapture: [text('captureId')],
  completeCapture: [text('captureId')],
  cancelCapture: [text('captureId')],
  findCapture: [fields('options', { suite: text, commits: optionalList })],
  uploadSnapshot: [
    text('captureId'),
    text('name'),
    bytes('png'),
    optional(fields('options', { ...imageFields, layout: given(longText) })),
  ],
  uploadSnapshotWithDiff: [
    fields('input', {
      name: text,
      png: bytes,
      suite: text,
      branch: text,
      commit: text,
      history: optionalList,
      ...comparedFields,
    }),
  ],
  uploadKnownSnapshots: [
    fields('input', {
      suite: text,
      branch: text,
      commit: text,
      snapshots: (path) => list(path, (item) => fields(item, { name: text, hash: text })),
    }),
  ],
  findKnownImages: [list('hashes', text)],
  findKnownCommits: [list('commits', text)],
  addCommits: [list('commits', fields)],
  createDiff: [fields('options', { suite: text, headCaptureId: text })],
  getDiff: [text('diffId')],
  explainResult: [text('diffId'), fields('slot', { name: text })],
  getCauses: [text('diffId')],
  getResultCauses: [text('diffId'), fields('slot', { name: text })],
  getAccessibility: [text('diffId')],
  decideAccessibility: [text('diffId'), fields('options', { decision: text })],
  listTraces: [text('diffId')],
  uploadTrace: [text('captureId'), fields('slot', { name: text }), archiveOf('zip')],
  reDiff: [text('diffId')],
  approve: [text('diffId'), decision],
  reject: [text('diffId'), decision],
  revoke: [text('diffId'), optionalList('snapshots'), optional(fields('options'))],
  getBaselineRefs: [text('suite')],
  listBaselines: [fields('options', { suite: text })],
  uploadSite: [archive],
  announceSite: [list('files', (item) => fields(item, { path: text, hash: text }))],
  uploadSiteFiles: [text('siteId'), archive],
  getSite: [text('siteId')],
  discoverStories: [text('siteId'), options],
  createSession: [fields('options', { suite: text, branch: text, commit: text })],
  completeSession: [text('sessionId'), optional(fields('options'))],
  finishRun: [fields('options', { branch: text, commit: text, runKey: text })],
  getSession: [text('sessionId')],
  waitForCapture: [text('captureId'), options],
  waitForDiff: [text('diffId'), options],
} satisfies Record<string, readonly Check[]>;

/** The same of ignore areas. */
export const ignoreAreaArguments = {
  list: [optional(fields('options'))],
  add: [fields('options', { suite: text, scope: text, label: text })],
  change: [text('areaId'), fields('options')],
  remove: [text('areaId')],
  elementsAt: [text('diffId'), fields('slot', { name: text }), fields('point')],
} satisfies Record<string, readonly Check[]>;

/** The same of flaky snapshots. */
export const flakySnapshotArguments = {
  list: [optional(fields('options'))],
} satisfies Record<string, readonly Check[]>;

/** The same of review requests. */
export const reviewRequestArguments = {
  list: [text('diffId')],
  ask: [text('diffId'), list('reviewers', text)],
  end: [text('requestId')],
} satisfies Record<string, readonly Check[]>;

/** The same of ignored changes. */
export const ignoredChangeArguments = {
  add: [text('diffId'), fields('options')],
  remove: [text('diffId'), fields('options')],
} satisfies Record<string, readonly Check[]>;

/** The same of comments. */
export const commentArguments = {
  list: [text('diffId')],
  start: [text('diffId'), fields('options', { name: text, text })],
  reply: [text('threadId'), text('text')],
  resolve: [text('threadId')],
  reopen: [text('threadId')],
} satisfies Record<string, readonly Check[]>;
