import type { DoubtCause, FlakeReason, MissingPart, ResultCauses } from '@svc/schema';

/** What is known of a flake. */
export interface FlakeEvidence {
  /** Why the fleet doubted its image; null where it did not, or does not know. */
  cause: DoubtCause | null;
  /** What one of the two images lacks. */
  missing: readonly MissingPart[];
  /** Whether the story looks different after others. */
  isDependent: boolean;
  /** What took the two images; null where that is not known. */
  renderers: readonly [string | null, string | null];
  /** How the pages of the two images differ; null where that is not known. */
  causes: Pick<ResultCauses, 'causes' | 'unexplained'> | null;
}

const font = /\.(woff2?|ttf|otf|eot)(\?|#|$)/i;

const time =
  /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b\d+\s*(ms|s|sec|min|minutes?|hours?|days?|weeks?|months?|years?)\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b(yesterday|today|tomorrow|just now|ago)\b/i;

/** The likeliest reason of a flake, with what tells it (R62). */
export function flakeReason({ cause, missing, isDependent, renderers, causes }: FlakeEvidence): {
  reason: FlakeReason;
  detail: string | null;
} {
  const [part] = missing;
  const lateFont = missing.find(({ url }) => font.test(url));
  if (lateFont) return { reason: 'lateFont', detail: partText(lateFont) };
  if (part) return { reason: 'network', detail: partText(part) };
  if (cause === 'motion') return { reason: 'animation', detail: null };
  const [one, other] = renderers;
  if (one !== null && other !== null && one !== other) {
    return { reason: 'renderer', detail: `${other} → ${one}` };
  }
  const changed = causes?.causes.find(
    ({ kind, from, to }) => (kind === 'text' || kind === 'attribute') && from !== null && to !== null,
  );
  if (changed) {
    const { from, to } = changed;
    const isTime = time.test(from ?? '') && time.test(to ?? '');
    return { reason: isTime ? 'clock' : 'random', detail: `${from} → ${to}` };
  }
  if (causes?.causes.some(({ kind }) => kind === 'font')) return { reason: 'lateFont', detail: null };
  if (isDependent) return { reason: 'order', detail: null };
  if (cause === 'answers') return { reason: 'network', detail: null };
  const isRendering =
    causes !== null &&
    causes.causes.length === 0 &&
    causes.unexplained.length > 0 &&
    causes.unexplained.every(({ kind }) => kind === 'rendering');
  return { reason: isRendering ? 'rendering' : 'unknown', detail: null };
}

const partText = ({ url, reason }: MissingPart): string => `${url} ${reason}`;
