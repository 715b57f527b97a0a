import { createHash } from 'node:crypto';
import {
  type ApprovalStatus,
  type Capture,
  type CaptureSummary,
  type Diff,
  type DiffResult,
  type DiffSummary,
  type ErrorCode,
  packReview,
  type ResultStatus,
  type Review,
} from '@svc/schema';
import { AccessFixtures } from './AccessFixtures.js';
import { type DrawingName, drawings } from './componentImages.js';
import { RecordFixtures } from './RecordFixtures.js';

export const slug = 'acme/web';
export const signInToken = 'tok_first';

const drawingNames: readonly DrawingName[] = ['button', 'card', 'form', 'chart', 'dashboard', 'article'];
const groups = ['Forms', 'Marketing', 'Navigation', 'Charts', 'Layout'];
const variants = [
  'Primary',
  'Hover',
  'Disabled',
  'Dark',
  'Long text',
  'Empty',
  'Loading',
  'With icon',
  'Compact',
  'Wide',
];
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const baseOrigin = { captureId: 'cap_base', commit: '9f8e7d6c5b4a3f2e', branch: 'main' };
const isReviewable = ({ status }: DiffResult) => ['changed', 'new', 'removed'].includes(status);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A refusal that the next matching request gets. */
export interface Refusal {
  path: RegExp;
  status: number;
  code: ErrorCode;
  message: string;
}

/** The whole service in memory: one project with captures and diffs in every state that the web shows. */
export class Fixtures {
  projects = [{ slug, defaultBranch: 'main', createdAt: ago(60 * 24 * 40), lastActivityAt: ago(3) }];
  signedIn = true;
  readonly access = new AccessFixtures();
  readonly refusals: Refusal[] = [];
  readonly captures = new Map<string, Capture>();
  readonly diffs = new Map<string, Diff>();
  /** The drawing of each image, by its hash. */
  readonly images = new Map<string, string>();
  /** The results whose comparisons made masks and thumbnails; their numbers count from 1. */
  readonly comparisons: DiffResult[] = [];
  /** Suites, snapshots and sessions over time. */
  readonly records: RecordFixtures;

  constructor(private readonly origin: string = 'http://fixtures.invalid') {
    this.#addCapture(
      'cap_head',
      { status: 'completed', branch: 'feature/checkout', commit: 'a1b2c3d4e5f6a7b8' },
      45,
    );
    this.#addCapture('cap_base', { status: 'completed', branch: 'main', autoBaseline: true }, 45);
    this.#addCapture(
      'cap_running',
      { status: 'capturing', branch: 'feature/search', totalSnapshots: 30 },
      12,
    );
    this.#addCapture('cap_none', { status: 'failed', branch: 'broken', totalSnapshots: 2 }, 0, 2);
    this.#addDiff(
      'dif_review',
      results({ changed: 14, new: 4, removed: 2, unchanged: 38, skipped: 3 }, this.origin),
    );
    this.#addDiff('dif_clean', results({ unchanged: 24 }, this.origin), {
      suite: 'storybook',
      branch: 'chore/deps',
    });
    this.#addDiff('dif_running', [], {
      status: 'processing',
      headCaptureId: 'cap_running',
      conclusion: null,
    });
    this.#addDiff('dif_failed', [], {
      status: 'failed',
      conclusion: null,
      error: 'The head capture failed: none of its 2 snapshots could be captured.',
    });
    this.records = new RecordFixtures(this, origin);
  }

  suiteNames(): string[] {
    if (this.diffs.size === 0) return [];
    return [...new Set([...this.diffs.values()].map(({ suite }) => suite)), 'icons'];
  }

  /** A suite with ten thousand baselines: too slow to make for every page. */
  addLarge(): void {
    this.records.addLarge();
  }

  /** Moves a running capture and its diffs on, as workers would. */
  finishCapture(id: string): void {
    const capture = this.captures.get(id);
    if (!capture) return;
    Object.assign(capture, {
      status: 'completed',
      completedSnapshots: capture.totalSnapshots,
      completedAt: ago(0),
    });
    for (const diff of this.diffs.values()) {
      if (diff.headCaptureId !== id || diff.status !== 'processing') continue;
      Object.assign(diff, {
        status: 'completed',
        results: results({ changed: 2, unchanged: 3 }, this.origin),
      });
      this.#count(diff);
    }
  }

  review(diff: Diff): Review {
    const { results, ...rest } = diff;
    const numberOf = (result: DiffResult) => {
      const known = this.comparisons.indexOf(result) + 1;
      return known || this.comparisons.push(result);
    };
    const keep = (hashed: string | null, url: string | null) => {
      if (hashed !== null && url !== null) this.images.set(hashed, drawingOf(url));
    };
    const size = ({ width, height }: DiffResult) => ({ width: width ?? 1, height: height ?? 1 });
    return {
      ...rest,
      imageToken: 'signed',
      ...packReview(
        results.map((result) => {
          keep(result.headHash, result.currentImageUrl);
          keep(result.baselineHash, result.baselineImageUrl);
          return {
            ...result,
            headSize: size(result),
            baselineSize: result.status === 'removed' ? size(result) : null,
            baselineOrigin: result.baselineHash === null ? null : baseOrigin,
            carriedFrom: null,
            comparisonId: result.status === 'changed' ? numberOf(result) : null,
          };
        }),
      ),
    };
  }

  summaries(): { captures: CaptureSummary[]; diffs: DiffSummary[] } {
    return {
      captures: [...this.captures.values()].map(({ snapshots: _, failures: __, ...summary }) => summary),
      diffs: [...this.diffs.values()].map(
        ({ results: _, failures: __, isStale: ___, ...summary }) => summary,
      ),
    };
  }

  #addCapture(id: string, fields: Partial<Capture>, taken: number, failed = 0): void {
    const snapshots = results({ unchanged: taken }, this.origin).map((result) => ({
      name: result.name,
      viewport: result.viewport,
      imageUrl: result.currentImageUrl,
      hash: hash(result.currentImageUrl),
      width: result.width ?? 1,
      height: result.height ?? 1,
      path: result.path,
      metadata: null,
      unstable: result.name.endsWith('Loading'),
      renderer: result.renderer,
    }));
    const failures = Array.from({ length: failed }, (_, index) => ({
      name: `Broken/Story ${index + 1}`,
      viewport: { width: 1280, height: 720 },
      message:
        'The page did not load within 30 s: net::ERR_CONNECTION_REFUSED at http://localhost:6006/iframe.html',
    }));
    this.captures.set(id, {
      id,
      suite: 'storybook',
      branch: null,
      commit: '9f8e7d6c5b4a3f2e',
      status: 'completed',
      totalSnapshots: taken + failed,
      completedSnapshots: taken,
      failedSnapshots: failed,
      partial: false,
      ephemeral: false,
      isLocal: false,
      autoApprove: false,
      autoBaseline: false,
      createdAt: ago(this.captures.size * 47 + 2),
      completedAt: null,
      snapshots,
      failures,
      ...fields,
    });
  }

  #addDiff(id: string, list: DiffResult[], fields: Partial<Diff> = {}): void {
    const diff: Diff = {
      id,
      suite: 'storybook',
      status: 'completed',
      headCaptureId: 'cap_head',
      baseCaptureId: null,
      baselineRef: 'main',
      targetRefs: null,
      isLocal: false,
      reviewUrl: `${this.origin}/${slug}/diffs/${id}`,
      createdAt: ago(this.diffs.size * 190 + 1),
      project: slug,
      branch: 'feature/checkout',
      commit: 'a1b2c3d4e5f6a7b8',
      threshold: 0.063,
      antiAliasing: true,
      counts: {
        changed: 0,
        new: 0,
        removed: 0,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        pending: 0,
        approved: 0,
        rejected: 0,
      },
      conclusion: 'failure',
      error: null,
      isStale: false,
      results: list,
      failures: [],
      ...fields,
    };
    this.diffs.set(id, diff);
    this.#count(diff);
  }

  #count(diff: Diff): void {
    const having = (status: ResultStatus) => diff.results.filter((result) => result.status === status).length;
    const decided = (status: ApprovalStatus) =>
      diff.results.filter((result) => isReviewable(result) && result.approvalStatus === status).length;
    diff.counts = {
      changed: having('changed'),
      new: having('new'),
      removed: having('removed'),
      unchanged: having('unchanged'),
      skipped: having('skipped'),
      failed: diff.failures.length,
      pending: decided('pending'),
      approved: decided('approved'),
      rejected: decided('rejected'),
    };
    const open = diff.counts.pending + diff.counts.rejected + diff.counts.failed > 0;
    diff.conclusion = diff.status === 'completed' ? (open ? 'failure' : 'success') : null;
  }
}

/** `button-222-1` of the address of its image. */
export const drawingOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

function results(counts: Partial<Record<ResultStatus, number>>, origin: string): DiffResult[] {
  const list: DiffResult[] = [];
  for (const [status, count] of Object.entries(counts) as [ResultStatus, number][]) {
    for (let index = 0; index < count; index++) list.push(resultOf(status, list.length, index, origin));
  }
  return list;
}

function resultOf(status: ResultStatus, position: number, index: number, origin: string): DiffResult {
  const drawing = drawingNames[(position * 5 + 4) % drawingNames.length] ?? 'card';
  const hue = (position * 47 + 222) % 360;
  const path = [
    groups[position % groups.length] ?? 'Other',
    drawing.charAt(0).toUpperCase() + drawing.slice(1),
    `${variants[Math.floor(position / drawingNames.length) % variants.length]}${position >= 60 ? ` ${position}` : ''}`,
  ];
  const image = (version: 0 | 1 | 'mask') =>
    `${origin}/api/v1/images/${drawing}-${hue}-${version}?token=signed`;
  const { width, height } = drawings[drawing](hue, status === 'removed' ? 0 : 1);
  const isChanged = status === 'changed';
  const isPlain = status === 'unchanged' || status === 'skipped';
  return {
    name: path.join('/'),
    viewport: position % 3 === 0 ? { width: 1280, height: 720 } : null,
    status,
    diffPercentage: isChanged ? 1.84 + ((index * 7.31) % 24) : status === 'unchanged' ? 0 : null,
    diffImageUrl: isChanged ? image('mask') : null,
    currentImageUrl: status === 'removed' ? '' : image(1),
    baselineImageUrl: status === 'new' ? null : image(isPlain ? 1 : 0),
    headHash: status === 'removed' ? null : hash(image(1)),
    approvalStatus: isPlain ? 'approved' : 'pending',
    baselineSource: status === 'new' ? null : 'branch:main',
    baselineHash: status === 'new' ? null : hash(image(isPlain ? 1 : 0)),
    renderer: 'HeadlessChrome/156.0.8078.79 linux-x64, fonts 038ac303, flags dee4d5ea',
    baselineRenderer: null,
    path,
    width,
    height,
    decidedBy: null,
    decidedAt: null,
    unstable: false,
    flakeCount: 0,
    regions: isChanged ? [{ x: 0, y: 0, width, height, diffPixels: width * height }] : null,
    rowChanges: isChanged ? [] : null,
    fingerprint: isChanged ? hash(`${position}`).slice(0, 32) : null,
    thumbnailUrl: isChanged ? image(1) : null,
  };
}
