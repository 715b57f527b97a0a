import { createHash } from 'node:crypto';
import {
  type ApprovalStatus,
  type Capture,
  type CaptureSummary,
  type DecisionBody,
  type Diff,
  type DiffResult,
  type DiffSummary,
  type ErrorCode,
  packReview,
  type ResultStatus,
  type Review,
  viewportKey,
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
  /** Milliseconds that a decision takes. */
  decisionDelay = 0;

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
    this.#addDiff('dif_groups', alikeResults(this.origin), { suite: 'groups' });
    this.#addDiff('dif_clean', results({ unchanged: 24 }, this.origin), {
      suite: 'storybook',
      branch: 'chore/deps',
    });
    this.#addDiff('dif_new', results({ new: 9 }, this.origin), { suite: 'ladle', branch: 'feature/first' });
    this.#addDiff('dif_stale', results({ changed: 3 }, this.origin), { isStale: true, suite: 'emails' });
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
    this.#addDiff('dif_edges', edgeResults(this.origin), {
      suite: 'edges',
      failures: [
        {
          name: 'Charts/Live prices',
          viewport: { width: 1280, height: 720 },
          message: 'The page did not hold still within 30 s: its network was never quiet',
        },
      ],
    });
    this.#addDiff('dif_empty', [], { suite: 'nothing' });
    this.records = new RecordFixtures(this, origin);
  }

  suiteNames(): string[] {
    if (this.diffs.size === 0) return [];
    return [...new Set([...this.diffs.values()].map(({ suite }) => suite)), 'icons'];
  }

  /** A diff with two thousand results, and a suite with ten thousand baselines: too slow to make for every page. */
  addLarge(): void {
    this.#addDiff('dif_large', results({ changed: 1_200, new: 500, removed: 300 }, this.origin), {
      suite: 'large',
    });
    this.records.addLarge();
  }

  /** Ten thousand results, all to be decided. */
  addHuge(): void {
    this.#addDiff('dif_huge', results({ changed: 7_000, new: 2_000, removed: 1_000 }, this.origin), {
      suite: 'huge',
    });
  }

  /** What a diff that is still processing has found so far. */
  addResults(id: string, found: Partial<Record<ResultStatus, number>>): void {
    const diff = this.diffs.get(id);
    if (!diff) return;
    diff.results = results(found, this.origin);
    this.#count(diff);
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

  decide(
    diff: Diff,
    to: ApprovalStatus,
    { snapshots, slots }: DecisionBody,
  ): { touched: number; total: number } {
    const named = new Set([
      ...(snapshots ?? []),
      ...(slots ?? []).map(({ name, viewport }) => `${name}\n${viewportKey(viewport)}`),
    ]);
    const meant = diff.results.filter(
      (result) =>
        isReviewable(result) &&
        (snapshots || slots
          ? named.has(result.name) || named.has(`${result.name}\n${viewportKey(result.viewport)}`)
          : sweeps(to, result)),
    );
    const touched = meant.filter(({ approvalStatus }) => approvalStatus !== to).length;
    for (const result of meant) {
      result.approvalStatus = to;
      result.decidedBy = to === 'pending' ? null : 'user:Ada Lovelace';
      result.decidedAt = to === 'pending' ? null : ago(0);
    }
    this.#count(diff);
    return { touched, total: meant.length };
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

  reDiff(diff: Diff): void {
    Object.assign(diff, { isStale: false, status: 'completed', error: null });
    this.#count(diff);
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

/** Without names: approve and reject sweep what is pending, revoke what is approved or rejected. */
const sweeps = (to: ApprovalStatus, { approvalStatus }: DiffResult) =>
  to === 'pending' ? approvalStatus !== 'pending' : approvalStatus === 'pending';

function results(counts: Partial<Record<ResultStatus, number>>, origin: string): DiffResult[] {
  const list: DiffResult[] = [];
  for (const [status, count] of Object.entries(counts) as [ResultStatus, number][]) {
    for (let index = 0; index < count; index++) list.push(resultOf(status, list.length, index, origin));
  }
  return list;
}

/** The smallest and the longest image, and names as people write them. */
function edgeResults(origin: string): DiffResult[] {
  const names = [
    'Pixel',
    'Long page',
    'مكونات/زر/أساسي',
    '组件/按钮/主要',
    'コンポーネント/ボタン/既定',
    'Emoji 🎉/Party 👩‍👩‍👧‍👦/Button ✅',
    `Very long/${'Supercalifragilisticexpialidocious'.repeat(8)}`,
    `${'Deep/'.repeat(40)}Leaf`,
    'A sentence as a name, which says in which state the component is, with which props, in which theme and for whom',
  ];
  const drawingOfEdge: Record<number, DrawingName> = { 0: 'pixel', 1: 'tower' };
  return results({ changed: names.length }, origin).map((result, index): DiffResult => {
    const name = names[index] ?? result.name;
    const drawing = drawingOfEdge[index];
    const named = { ...result, name, path: name.split('/') };
    if (!drawing) return named;
    const image = (version: 0 | 1 | 'mask') =>
      `${origin}/api/v1/images/${drawing}-222-${version}?token=signed`;
    const { width, height } = drawings[drawing](222, 1);
    const regions =
      drawing === 'pixel'
        ? [{ x: 0, y: 0, width, height, diffPixels: 1 }]
        : [{ x: 80, y: 19_660, width: 1_120, height: 140, diffPixels: 156_800 }];
    return {
      ...named,
      width,
      height,
      regions,
      currentImageUrl: image(1),
      baselineImageUrl: image(0),
      diffImageUrl: image('mask'),
      thumbnailUrl: image(1),
      headHash: hash(image(1)),
      baselineHash: hash(image(0)),
    };
  });
}

/** Two groups, of five and of three, with a stray between them and another viewport that changed in its own way. */
function alikeResults(origin: string): DiffResult[] {
  const list = results({ changed: 10, unchanged: 4 }, origin);
  const isAlike = (index: number) => (index < 5 ? 'five' : index > 6 && index < 10 ? 'three' : null);
  const grouped = list.map((result, index) => ({
    ...result,
    fingerprint: isAlike(index) ?? result.fingerprint,
    regions: result.regions && [
      { x: 40, y: 30, width: 120, height: 40, diffPixels: 900 },
      { x: 60, y: 90, width: 60, height: 20, diffPixels: 300 },
    ],
  }));
  const [first, second, third] = grouped;
  if (!first || !second || !third) return grouped;
  Object.assign(second, { flakeCount: 3, baselineRenderer: 'HeadlessChrome/149.0.0.0 linux-x64' });
  Object.assign(third, {
    regions: [{ x: 0, y: 300, width: 300, height: 20, diffPixels: 6_000 }],
    rowChanges: [{ kind: 'inserted', y: 300, baseY: 300, height: 20 }],
  });
  const other = { ...first, viewport: { width: 390, height: 844 }, fingerprint: 'other viewport' };
  return [...grouped, other];
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
