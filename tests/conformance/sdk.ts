import { expect } from 'vitest';
import { declaredFields, declaredFunctions } from './declarations.js';
import { beyond, type Row, type Section } from './Row.js';

const signature = (className: string | null, name: string, parameters: string, result: string): Row => ({
  cells: [`\`${name}(${parameters})\``, `\`${result}\``],
  check: () => expect(declaredFunctions(className).get(name)).toBe(`${name}(${parameters}): ${result}`),
});
const method = (name: string, parameters: string, result: string) =>
  signature('SvcClient', name, parameters, result);

const methods: Row[] = [
  method('createCapture', 'options: CreateCaptureOptions', 'Capture'),
  method('getCapture', 'captureId: string', 'Capture'),
  method('findCapture', 'options: FindCaptureOptions', 'Capture | null'),
  method(
    'uploadSnapshot',
    'captureId: string, name: string, png: Uint8Array, options?: UploadSnapshotOptions',
    'Snapshot',
  ),
  method('uploadSnapshotWithDiff', 'options: UploadSnapshotWithDiffInput', 'SnapshotDiffResult'),
  method('createDiff', 'options: CreateDiffOptions', 'Diff'),
  method('getDiff', 'diffId: string', 'Diff'),
  method('reDiff', 'diffId: string', 'Diff'),
  method('approve', 'diffId: string, options?: DecisionOptions', 'ApproveResult'),
  method('revoke', 'diffId: string, snapshots?: string[], options?: RevokeOptions', 'RevokeResult'),
  method('getBaselineRefs', 'suite: string', 'string[]'),
  method('uploadSite', 'tarGz: ArchiveInput', 'Site'),
  method('discoverStories', 'siteId: string, options?: WaitOptions<Site>', 'StoryEntry[]'),
  method('createSession', 'options: CreateSessionOptions', 'CreatedSession'),
  method('completeSession', 'sessionId: string, options?: CompleteSessionOptions', 'CompletedSession'),
  beyond(method('reject', 'diffId: string, options?: RejectOptions', 'RejectResult')),
  beyond(method('explainResult', 'diffId: string, slot: SlotOfResult', 'ResultExplanation')),
  beyond(method('getCauses', 'diffId: string', 'DiffCauses')),
  beyond(method('getResultCauses', 'diffId: string, slot: SlotOfResult', 'DetailedCauses | null')),
  beyond(method('getAccessibility', 'diffId: string', 'DiffAccessibility')),
  beyond(
    method(
      'decideAccessibility',
      'diffId: string, options: DecideAccessibilityOptions',
      'DecidedAccessibility',
    ),
  ),
  beyond(method('listTraces', 'diffId: string', 'Trace[]')),
  beyond(method('uploadTrace', 'captureId: string, slot: SlotOfResult, zip: ArchiveInput', 'Trace')),
  beyond(method('finishRun', 'options: FinishRunOptions', 'FinishedRun')),
  beyond(method('listBaselines', 'options: ListBaselinesOptions', 'Baseline[]')),
  beyond(method('getSession', 'sessionId: string', 'Session')),
  beyond(method('announceSite', 'files: readonly SiteFile[]', 'AnnouncedSite')),
  beyond(method('uploadSiteFiles', 'siteId: string, tarGz: ArchiveInput', 'Site')),
  beyond(method('getSite', 'siteId: string', 'Site')),
  beyond(method('completeCapture', 'captureId: string', 'Capture')),
  beyond(method('cancelCapture', 'captureId: string', 'Capture')),
  beyond(method('uploadKnownSnapshots', 'input: UploadKnownSnapshotsInput', 'SnapshotBatchEntry[]')),
  beyond(method('findKnownImages', 'hashes: string[]', 'string[]')),
  beyond(method('findKnownCommits', 'commits: readonly string[]', 'KnownCommits')),
  beyond(method('addCommits', 'commits: readonly CommitRecord[]', 'void')),
  beyond(method('waitForCapture', 'captureId: string, options?: WaitOptions<CaptureState>', 'Capture')),
  beyond(method('waitForDiff', 'diffId: string, options?: WaitOptions<DiffState>', 'Diff')),
];

const untoldOf = (known: Iterable<string>, rows: Row[], nameOf: (row: Row) => string | undefined) => {
  const told = new Set(rows.map(nameOf));
  return [...known].filter((name) => !told.has(name));
};

export const operations: Section = {
  title: 'Operations of SvcClient',
  text: 'As the declarations of `@svc/sdk` have them, promises left out. Each one is also called on a service below.',
  columns: ['call', 'answers'],
  rows: methods,
  untold: () =>
    untoldOf(declaredFunctions('SvcClient').keys(), methods, ({ cells }) => /\w+/.exec(cells[0] ?? '')?.[0]),
};

export const gitFunctions: Section = {
  title: 'Git functions of the SDK',
  text: 'A last parameter says where to look, if not in the environment and directory of the process.',
  columns: ['call', 'answers'],
  rows: [
    signature(null, 'detectBranch', 'override?: string, options?: DetectionContext', 'string'),
    signature(null, 'detectCommit', 'override?: string, options?: DetectionContext', 'string'),
    signature(null, 'detectBaselineRef', "options?: Pick<DetectionContext, 'env'>", 'string | null'),
    signature(null, 'getGitMergeBase', 'ref: string, cwd?: string', 'string | null'),
    beyond(signature(null, 'collectHistory', 'cwd?: string', 'string[]')),
    beyond(signature(null, 'readCommits', 'options: ReadCommitsOptions', 'CommitRecord[]')),
    beyond(signature(null, 'shareCommits', 'service: CommitGraphService, cwd?: string', 'SharedCommits')),
    beyond(signature(null, 'detectCheckout', 'commit: string, options?: DetectionContext', 'string')),
    beyond(signature(null, 'detectPart', 'env?: Env, options?: PartOptions', 'RunPart')),
    beyond(
      signature(null, 'sessionFromEnvironment', 'env?: Env, options?: SessionOptions', 'EnvironmentSession'),
    ),
  ],
};

function fieldsOf(name: string, lines: string[], extra: string[] = []): Row[] {
  const row = (line: string): Row => {
    const [, field = '', optional = '', type = ''] = /^(\w+)(\??): (.*)$/.exec(line) ?? [];
    return {
      cells: [name, field, type, optional ? 'no' : 'yes'],
      check: () => expect(declaredFields(name).get(field)).toEqual({ type, required: optional === '' }),
    };
  };
  return [...lines.map(row), ...extra.map((line) => beyond(row(line)))];
}

const history = 'history?: string[]';
const ofSession = ['branch?: string', 'commit?: string', 'baselineRef?: string', 'isLocal?: boolean'];
const ofRun = ['checkout?: string', 'shard?: string', 'job?: string', 'runKey?: string', 'ci?: CiPagesInput'];
const inputRows: Row[] = [
  ...fieldsOf(
    'SvcClientOptions',
    [
      'apiKey: string',
      'apiUrl?: string',
      'project?: string',
      'maxRetries?: number',
      'retryBaseDelayMs?: number',
    ],
    [
      'renewKey?: () => Promise<string>',
      'concurrency?: number',
      'signal?: AbortSignal',
      'onRetry?: (retry: Retry) => void',
      'userAgent?: string',
      'environment?: Env | false',
      'fetch?: typeof globalThis.fetch',
      'sleep?: Sleep',
      'random?: () => number',
    ],
  ),
  ...fieldsOf(
    'CreateCaptureOptions',
    [
      'suite: string',
      'branch?: string',
      'commit?: string',
      'baselineRef?: string',
      'autoApprove?: boolean',
      'ephemeral?: boolean',
      'isLocal?: boolean',
      'snapshots?: SnapshotInput[]',
      'targets?: CaptureTarget[]',
    ],
    [
      'autoBaseline?: boolean',
      'complete?: boolean',
      'partial?: boolean',
      'proof?: boolean',
      history,
      ...ofRun,
      'onProgress?: (progress: UploadProgress) => void',
      'onRefused?: (snapshot: SnapshotInput, error: SvcError) => void',
    ],
  ),
  ...fieldsOf(
    'SnapshotInput',
    ['name: string', 'png: Uint8Array | (() => Uint8Array | Promise<Uint8Array>)', 'viewport?: Viewport'],
    ['browser?: string', 'ignore?: readonly IgnoredRegion[]'],
  ),
  ...fieldsOf('FindCaptureOptions', ['suite: string', 'commits?: string[]', 'branch?: string']),
  ...fieldsOf(
    'UploadSnapshotOptions',
    ['viewport?: Viewport'],
    ['browser?: string', 'ignore?: readonly IgnoredRegion[]', 'layout?: string'],
  ),
  ...fieldsOf(
    'UploadSnapshotWithDiffInput',
    [
      'name: string',
      'png: Uint8Array',
      'suite: string',
      'branch: string',
      'commit: string',
      'baselineRef: string',
      'viewport?: Viewport',
      'sessionId?: string',
      'path?: string[]',
      'metadata?: Record<string, unknown>',
      'isLocal?: boolean',
      'autoApprove?: boolean',
    ],
    [
      'browser?: string',
      'testId?: string',
      'threshold?: number',
      'antiAliasing?: boolean',
      'ignore?: readonly IgnoredRegion[]',
      'layout?: string',
      history,
      ...ofRun,
    ],
  ),
  ...fieldsOf(
    'CreateDiffOptions',
    [
      'suite: string',
      'headCaptureId: string',
      'baselineRef?: string',
      'baseCaptureId?: string',
      'threshold?: number',
      'antiAliasing?: boolean',
      'manifest?: string[]',
      'targetRefs?: string[]',
    ],
    [history],
  ),
  ...fieldsOf(
    'DecisionOptions',
    ['snapshots?: string[]'],
    ['ifStatus?: ApprovalStatus', 'explainedBy?: string'],
  ),
  ...fieldsOf(
    'RejectOptions',
    [],
    ['note?: string', 'snapshots?: string[]', 'ifStatus?: ApprovalStatus', 'explainedBy?: string'],
  ),
  ...fieldsOf(
    'CreateSessionOptions',
    [
      'suite: string',
      'branch: string',
      'commit: string',
      'baselineRef?: string',
      'autoApprove?: boolean',
      'isLocal?: boolean',
    ],
    [history, 'sessionId?: string', ...ofRun],
  ),
  ...fieldsOf(
    'CompleteSessionOptions',
    ['exitCode?: number'],
    ['complete?: boolean', 'allowEmpty?: boolean', ...ofSession, ...ofRun],
  ),
  ...fieldsOf('ApproveResult', ['approved: number', 'total: number'], ['awaiting?: number']),
  ...fieldsOf('RevokeResult', ['revoked: number']),
  ...fieldsOf(
    'SvcError',
    ['code: string', 'statusCode: number', 'retryAfter: number'],
    ['details: ErrorDetail[]'],
  ),
];
export const inputs: Section = {
  title: 'Options, inputs and errors of the SDK',
  text: 'A Node `Buffer` is a `Uint8Array`. `retryAfter` may be undefined. `message` of an SvcError is that of every `Error`.',
  columns: ['of', 'field', 'type', 'required'],
  rows: inputRows,
  untold: () =>
    [...new Set(inputRows.map(({ cells }) => cells[0] ?? ''))].flatMap((name) => {
      const own = inputRows.filter(({ cells }) => cells[0] === name);
      const fields = declaredFields(name);
      return untoldOf(fields.keys(), own, ({ cells }) => cells[1]).map((field) => `${name}.${field}`);
    }),
};
