import { createHash } from 'node:crypto';
import type {
  Baseline,
  Capture,
  CheckRunList,
  DiffSummary,
  HistoryEvent,
  SessionSummary,
  SnapshotHistory,
  SuiteDetails,
  Viewport,
} from '@svc/schema';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const wide: Viewport = { width: 1280, height: 720 };
const narrow: Viewport = { width: 375, height: 667 };

/** Names that pages have to bear: other scripts, right to left, very long, with everything that a path gives a meaning. */
export const hardNames = [
  'フォーム/ボタン/押された状態',
  'النماذج/زر/أساسي',
  'Навигация/Меню/Очень длинное название без единого пробела'.replaceAll(' ', ''),
  `Deep/${'Nested/'.repeat(20)}Leaf`,
  'A'.repeat(512),
  '50% off & <b>more</b>?x=1#y / ../z',
];

/** The captures and diffs that the records are about. */
interface Known {
  readonly captures: ReadonlyMap<string, Capture>;
  suiteNames: () => string[];
  summaries: () => { diffs: DiffSummary[] };
}

/** Suites, snapshots and sessions over time, for the pages that show them. */
export class RecordFixtures {
  readonly baselines: Record<string, Baseline[]>;
  readonly sessions: SessionSummary[];
  checkRuns: CheckRunList['checkRuns'];
  staleDiffIds: string[] = [];
  /** Ids of check runs that somebody asked to deliver. */
  readonly delivered: string[] = [];

  constructor(
    private readonly known: Known,
    private readonly origin: string,
  ) {
    const names = [...(known.captures.get('cap_head')?.snapshots ?? [])].map(({ name }) => name);
    this.baselines = {
      'storybook main': names.map((name, index) =>
        this.#baseline(name, index % 3 === 0 ? wide : index % 3 === 1 ? narrow : null, 'main', index * 600),
      ),
      'storybook feature/checkout': names
        .slice(0, 4)
        .map((name) => this.#baseline(name, null, 'feature/checkout', 30)),
      'names main': hardNames.map((name) => this.#baseline(name, null, 'main', 10)),
    };
    const [review, clean] = [this.#diff('dif_review'), this.#diff('dif_clean')];
    this.sessions = [
      this.#session('ses_done', { diffs: [review, { ...clean, suite: 'emails' }], conclusion: 'failure' }),
      this.#session('ses_open', { status: 'open', exitCode: null, completedAt: null, conclusion: null }),
      this.#session('ses_expired', {
        status: 'expired',
        exitCode: null,
        completedAt: null,
        conclusion: null,
      }),
      this.#session('ses_red', { diffs: [clean], exitCode: 3, conclusion: null }),
      ...Array.from({ length: 30 }, (_, index) => this.#session(`ses_old_${index}`, { diffs: [clean] })),
    ];
    const run = {
      diffId: 'dif_review',
      suite: 'storybook',
      commit: 'a1b2c3d4e5f6a7b8',
      status: 'completed',
      conclusion: 'failure',
      title: '20 to review',
      isShown: false,
      url: null,
      attempts: 3,
      nextAttemptAt: new Date(Date.now() + 240_000).toISOString(),
      error: 'GitHub answered 502: try again later',
    } as const;
    this.checkRuns = [
      { ...run, id: 'chk_review' },
      {
        ...run,
        id: 'chk_clean',
        diffId: 'dif_clean',
        suite: 'emails',
        conclusion: 'success',
        title: 'Nothing changed',
        isShown: true,
        url: 'https://github.example/acme/web/runs/1',
        attempts: 0,
        nextAttemptAt: null,
        error: null,
      },
      { ...run, id: 'chk_commit', diffId: null, suite: null, title: '1 of 2 suites needs a look' },
    ];
  }

  /** Ten thousand baselines of one suite. */
  addLarge(): void {
    this.baselines['large main'] = Array.from({ length: 10_000 }, (_, index) =>
      this.#baseline(`Group ${index % 40}/Story ${index}`, null, 'main', index),
    );
  }

  suite(name: string): SuiteDetails | undefined {
    const branches = Object.entries(this.baselines).flatMap(([key, list]) =>
      key.startsWith(`${name} `)
        ? { name: key.slice(name.length + 1), baselineCount: list.length, lastChangedAt: ago(30) }
        : [],
    );
    const isKnown = branches.length > 0 || this.known.suiteNames().includes(name);
    if (!isKnown) return undefined;
    return { name, createdAt: ago(60 * 24 * 30), branches, staleDiffIds: this.staleDiffIds };
  }

  history(
    suite: string,
    name: string,
    viewport: Viewport | null,
  ): Omit<SnapshotHistory, 'nextCursor'> | undefined {
    const branches = Object.entries(this.baselines).filter(([key]) => key.startsWith(`${suite} `));
    const own = branches.flatMap(([, list]) => list).filter((one) => one.name === name);
    if (own.length === 0) return undefined;
    return {
      suite,
      name,
      viewport,
      viewports: own.length > 1 ? [null, wide] : [own[0]?.viewport ?? null],
      baselines: own.map(({ branch }) => ({ ...this.#image(name, 0), branch, since: ago(90) })),
      recent: { compared: 40, changed: 3, flaked: 2 },
      flakeCount: 2,
      events: this.#events(name),
    };
  }

  /** Newest first. */
  #events(name: string): HistoryEvent[] {
    const [before, after] = [this.#image(name, 0), this.#image(name, 1)];
    return [
      changedEvent(before, after),
      ...(name === this.pagedName ? olderEvents(before, after) : []),
      setEvent(before),
    ];
  }

  /** The snapshot whose history takes more than a page. */
  get pagedName(): string {
    return this.baselines['storybook main']?.[7]?.name ?? '';
  }

  #image(name: string, version: 0 | 1) {
    const hue = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 360;
    const imageUrl = `${this.origin}/api/v1/images/card-${hue}-${version}?token=signed`;
    return { hash: hash(imageUrl), imageUrl, width: 320, height: 200 };
  }

  #baseline(name: string, viewport: Viewport | null, branch: string, minutesAgo: number): Baseline {
    return {
      ...this.#image(name, 0),
      name,
      viewport,
      branch,
      commit: '9f8e7d6c5b4a3f2e',
      captureId: 'cap_base',
      diffId: null,
      createdAt: ago(minutesAgo),
    };
  }

  #diff(id: string): DiffSummary {
    const diff = this.known.summaries().diffs.find((one) => one.id === id);
    if (!diff) throw new Error(`there is no diff ${id}`);
    return diff;
  }

  #session(id: string, fields: Partial<SessionSummary>): SessionSummary {
    return {
      id,
      status: 'completed',
      branch: 'feature/checkout',
      commit: 'a1b2c3d4e5f6a7b8',
      baselineRef: 'main',
      isLocal: false,
      autoApprove: false,
      exitCode: 0,
      conclusion: 'success',
      createdAt: ago(30),
      completedAt: ago(20),
      diffs: [],
      ...fields,
    };
  }
}

type Shown = NonNullable<HistoryEvent['image']>;

const blankEvent = {
  diffId: null,
  captureId: 'cap_base',
  branch: 'main',
  commit: '9f8e7d6c5b4a3f2e',
  baselineRef: null,
  at: ago(60 * 24 * 12),
  status: null,
  approvalStatus: null,
  diffPercentage: null,
  baselineSource: null,
  image: null,
  baseline: null,
  thumbnailUrl: null,
  renderer: 'HeadlessChrome/156.0.8078.79 linux-x64, fonts 038ac303, flags dee4d5ea',
  flaked: false,
  decidedBy: null,
  decidedAt: null,
  decisions: [],
  promotions: [],
} satisfies HistoryEvent;

const changedEvent = (before: Shown, after: Shown): HistoryEvent => ({
  ...blankEvent,
  diffId: 'dif_review',
  captureId: 'cap_head',
  branch: 'feature/checkout',
  commit: 'a1b2c3d4e5f6a7b8',
  baselineRef: 'main',
  at: ago(12),
  status: 'changed',
  approvalStatus: 'approved',
  diffPercentage: 1.84,
  baselineSource: 'branch:main',
  image: after,
  baseline: before,
  flaked: true,
  decidedBy: 'user:Ada Lovelace',
  decidedAt: ago(5),
  decisions: [{ kind: 'approved', actor: 'user:Ada Lovelace', at: ago(5), revokedAt: null }],
  promotions: [
    {
      branch: 'feature/checkout',
      isTombstone: false,
      isActive: true,
      isRevoked: false,
      actor: 'user:Ada Lovelace',
      at: ago(5),
    },
  ],
});

const olderEvents = (before: Shown, after: Shown): HistoryEvent[] =>
  Array.from(
    { length: 30 },
    (_, index): HistoryEvent => ({
      ...blankEvent,
      diffId: `dif_old_${index}`,
      at: ago(60 * (index + 3)),
      status: 'changed',
      approvalStatus: 'rejected',
      diffPercentage: 0.5,
      baselineSource: 'approval:dif_review',
      image: after,
      baseline: before,
      decisions: [{ kind: 'rejected', actor: 'key:ci', at: ago(60 * index), revokedAt: ago(60 * index - 1) }],
    }),
  );

const setEvent = (before: Shown): HistoryEvent => ({
  ...blankEvent,
  image: before,
  promotions: [
    {
      branch: 'main',
      isTombstone: false,
      isActive: true,
      isRevoked: false,
      actor: 'key:ci',
      at: ago(90),
    },
  ],
});
