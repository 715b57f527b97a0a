import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget } from '@svc/schema';
import type { CaptureOutcome, Fleet } from '../../../apps/server/src/domain/captures/Fleet.js';
import { accessibilityRecord } from '../../../apps/server/testing/pages/accessibilityRecord.js';
import { type ColoredPage, recordColors } from '../../../apps/server/testing/pages/layoutRecord.js';
import { renderImage } from '../../../apps/web/dev/renderImages.js';

export interface DrawingFleet extends Fleet {
  /** Resolves once a target is held. */
  untilHeld: () => Promise<void>;
  /** Lets that many more of the held targets be captured; all of them, those to come too, unless given. */
  release: (count?: number) => void;
  /** Holds again what is to be held. */
  hold: () => void;
}

/** What a target shows, as the query of its address. */
export interface Sight {
  renderer?: string;
  /** Whether the page never held still. */
  unstable?: boolean;
  /** Drawing of the other image of a page that looks different for what servers answer. */
  other?: string;
  /** Why it cannot be captured. */
  failure?: string;
  console?: string[];
  /** What its layout record says of the page; none is kept unless given. */
  elements?: ColoredPage;
  /** Accessible names of the buttons of the page, by their ids; no accessibility record is kept unless given. */
  says?: Record<string, string>;
  /** Whether it waits until it is released. */
  held?: boolean;
}

export const addressOf = (drawing: string, sight: Sight): string =>
  `http://drawings.example/${drawing}?${new URLSearchParams({ sight: JSON.stringify(sight) })}`;

/** Of the pages that are recorded. */
const pageSize: [number, number] = [640, 420];

const chrome = 'HeadlessChrome/156.0.8078.79 linux-x64, fonts 038ac303, flags dee4d5ea';

/** A fleet without browsers: each target names the drawing that it shows. */
export function createDrawingFleet(): DrawingFleet {
  const waiting: (() => void)[] = [];
  let permits = 0;
  return {
    async capture(targets, { onOutcome, wantsLayout, wantsRules }) {
      for (const [index, target] of targets.entries()) {
        const sight = sightOf(target);
        if (sight.held && permits === 0) await new Promise<void>((go) => waiting.push(go));
        else if (sight.held) permits -= 1;
        const outcome = await draw(target, sight);
        const isRecorded = outcome.ok && sight.elements && (await wantsLayout?.(index, outcome.png));
        const layout = isRecorded
          ? { layout: JSON.stringify(recordColors(sight.elements ?? {}, pageSize)) }
          : {};
        const accessibility = outcome.ok
          ? await listen(sight, (tree) => wantsRules?.(index, outcome.png, tree))
          : {};
        await onOutcome(index, { ...outcome, ...layout, ...accessibility });
      }
    },
    discoverStories: async () => [],
    close: async () => {},
    async untilHeld() {
      while (waiting.length === 0) await sleep(20);
    },
    release(count = Number.POSITIVE_INFINITY) {
      const released = waiting.splice(0, count);
      permits += count - released.length;
      for (const go of released) go();
    },
    hold() {
      permits = 0;
    },
  };
}

/** What the page says to assistive technology, if that is wanted. */
async function listen(
  { says }: Sight,
  wantsRules: (tree: string) => Promise<boolean> | undefined,
): Promise<Pick<CaptureOutcome & { ok: true }, 'accessibility'>> {
  if (!says) return {};
  const tree = accessibilityRecord(says, null);
  const isWanted = await wantsRules(tree);
  if (isWanted === undefined) return {};
  return { accessibility: { tree, checked: isWanted ? accessibilityRecord(says, {}) : null } };
}

const sightOf = ({ url }: CaptureTarget): Sight => JSON.parse(new URL(url).searchParams.get('sight') ?? '{}');

async function draw({ url }: CaptureTarget, sight: Sight): Promise<CaptureOutcome> {
  if (sight.failure) return { ok: false, message: sight.failure, console: sight.console ?? [] };
  const png = await renderImage(new URL(url).pathname.slice(1));
  if (!png) throw new Error(`there is no drawing ${url}`);
  const other = sight.other && (await renderImage(sight.other));
  return {
    ok: true,
    png,
    unstable: sight.unstable ?? Boolean(other),
    ...(other && { doubt: { cause: 'answers', other } }),
    timings: { load: 900, delay: 50, settle: 120, pose: 12, shot: 90, compare: 8 },
    renderer: sight.renderer ?? chrome,
  };
}
