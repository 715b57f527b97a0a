import { createHash } from 'node:crypto';
import { storyOf } from '../../capture/stories/storyOf.js';
import { inSpan, type SpanStart } from '../../context/spans.js';
import type { CaptureOutcome, Fleet } from '../../domain/captures/Fleet.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { slotOf } from '../../domain/slot.js';
import type { BegunCapture, ExpectedTarget } from '../../service/captures/beginCapture.js';
import { recordOutcome } from '../../service/captures/recordOutcome.js';
import { isLayoutKnown } from '../../service/images/isLayoutKnown.js';
import { areRulesKnown } from '../../service/images/storeAccessibility.js';
import { type OpenBuild, openBuilds } from '../../service/proof/openBuilds.js';
import { recordLoads } from '../../service/proof/recordLoads.js';
import type { Resources } from '../../service/Resources.js';
import { createFeed, type Entry, type Share } from './createFeed.js';
import { isImage } from './isImage.js';

/** What this process captures of one capture: the targets of its jobs, one after the other on the same pages. */
export interface CaptureRun extends BegunCapture {
  openBuild: OpenBuild;
  /**
   * Captures targets. Resolves when they are recorded, and when somebody ended the capture meanwhile. Rejects with the reason of
   * the signal; the pages go on as long as another job needs them.
   */
  capture<Target extends ExpectedTarget>(targets: readonly Target[], share: Share<Target>): Promise<void>;
  /** Records what became of a target that was not captured. */
  record(target: ExpectedTarget, outcome: CaptureOutcome): Promise<void>;
  /** Resolves when no page is open. */
  ended(): Promise<void>;
}

export function createRun(resources: Resources, fleet: Fleet, begun: BegunCapture): CaptureRun {
  const openBuild = openBuilds(resources);
  const feed = createFeed();
  let stop = new AbortController();
  let working: Promise<void> | null = null;

  async function capture<Target extends ExpectedTarget>(
    targets: readonly Target[],
    share: Share<Target>,
  ): Promise<void> {
    const { signal } = share;
    signal.throwIfAborted();
    if (targets.length === 0) return;
    const captured = feed.add(targets, share);
    working ??= work();
    try {
      await captured;
    } finally {
      if (signal.aborted && !feed.isAwaited()) {
        stop.abort(signal.reason);
        await working;
      }
    }
  }

  /** Captures what the feed has, and what is added meanwhile. Never rejects. */
  async function work(): Promise<void> {
    for (let entries = feed.take(); entries.length > 0; entries = feed.take()) {
      stop = new AbortController();
      try {
        await captureEntries(entries);
      } catch (error) {
        feed.end(isEnded(error) ? null : error);
      }
    }
    working = null;
  }

  async function captureEntries(entries: Entry[]): Promise<void> {
    const at = (index: number): Entry => {
      const entry = entries[index];
      if (!entry) throw new Error(`the fleet asked for target ${index} of ${entries.length}`);
      return entry;
    };
    await fleet.capture(
      entries.map(({ target }) => target.target),
      {
        project: begun.projectId,
        signal: stop.signal,
        async more(signal) {
          const further = await feed.next(signal);
          entries.push(...further);
          return further.map(({ target }) => target.target);
        },
        ...askingOf(resources, begun, (index) => at(index).target),
        within(index, act) {
          const { target, within } = at(index);
          return within(() => inSpan(spanOf(target), act));
        },
        async onOutcome(index, outcome) {
          const { target, judge, onRecorded } = at(index);
          // A browser without room fails in many ways. None of them says anything about the page.
          if (!outcome.ok) await resources.disks.requireRoom();
          await judge(outcome);
          await record(target, outcome);
          onRecorded();
        },
      },
    );
  }

  /** Records an outcome, with what its image depends on. */
  async function record(target: ExpectedTarget, outcome: CaptureOutcome): Promise<void> {
    const slot = slotOf(target);
    const siteId = resources.links.siteOfUrl(target.target.url);
    if (outcome.ok && outcome.loads && !outcome.unstable && siteId !== null) {
      await recordLoads(resources, openBuild, begun, { ...slot, siteId }, outcome.loads);
    }
    const verdict = outcome.ok ? (outcome.unstable ? 'unstable' : 'captured') : 'failed';
    await inSpan({ name: 'record', attributes: { 'svc.outcome': verdict } }, () =>
      recordOutcome(resources, begun, slot, outcome),
    );
  }

  return { ...begun, openBuild, capture, record, ended: async () => working ?? undefined };
}

function spanOf({ name, viewport, target }: ExpectedTarget): SpanStart {
  const storyId = storyOf(target)?.id;
  return {
    name: 'capture target',
    attributes: {
      'svc.target.name': name,
      'svc.target.viewport': viewport,
      ...(storyId !== undefined && { 'svc.story.id': storyId }),
    },
  };
}

type Asking = Pick<
  Parameters<Fleet['capture']>[1],
  'expectation' | 'isDependent' | 'wantsLayout' | 'wantsRules'
>;

/** What the fleet wants to know of targets. */
function askingOf(
  resources: Resources,
  { projectId, a11y }: BegunCapture,
  targetOf: (index: number) => ExpectedTarget,
): Asking {
  const imageOf = (index: number, png: Buffer) => ({
    ...slotOf(targetOf(index)),
    imageHash: createHash('sha256').update(png).digest('hex'),
  });
  return {
    expectation(index) {
      const { expected } = targetOf(index);
      return expected ? (png, ignored) => isImage(resources, png, expected, ignored) : null;
    },
    isDependent: (index) => targetOf(index).isDependent,
    async wantsLayout(index, png) {
      const { expected, hasLayout } = targetOf(index);
      const image = imageOf(index, png);
      if (hasLayout && expected?.hash === image.imageHash) return false;
      return !(await isLayoutKnown(resources, projectId, image));
    },
    ...(a11y !== 'off' && {
      wantsRules: async (index, png, tree) =>
        !(await areRulesKnown(resources, projectId, { ...imageOf(index, png), tree })),
    }),
  };
}

/** Somebody ended the capture while it was under way (R50). */
const isEnded = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'CAPTURE_COMPLETED';
