import type { ApprovalStatus } from '@svc/schema';
import { ApiError, isTransient } from '../../../client/ApiError.js';
import { call } from '../../../client/call.js';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { readReview } from '../../../client/readReview.js';
import { type Refused, unchangedIn } from './refusalOf.js';

const operations = { approved: 'approve', rejected: 'reject', pending: 'revoke' } as const;

/** Slots that one request may name. */
const mostSlots = 20_000;

interface Decided {
  /** `org/project`. */
  project: string;
  id: string;
  to: ApprovalStatus;
  /** As the reviewer saw them. */
  before: readonly ReviewItem[];
  note?: string | undefined;
  /** Tells this decision from all others, the same with every attempt to save it. */
  key: string;
}

/** The service refused a decision, or a part of it. */
export class RefusedDecision extends ApiError implements Refused {
  constructor(
    { status, code, message, stale }: ApiError,
    readonly before: readonly ReviewItem[],
    readonly saved: readonly ReviewItem[],
    readonly fresh: ReviewDiff | null,
  ) {
    super(status, code, message, null, stale ? { stale } : {});
    this.name = 'RefusedDecision';
  }
}

/**
 * Saves a decision as far as nobody has decided otherwise since (R44): what somebody else decided stays, all other results are
 * decided nevertheless.
 * @throws RefusedDecision, or the ApiError of a server that does not answer or of a session that ended
 */
export async function saveDecision(decided: Decided): Promise<void> {
  const { before } = decided;
  try {
    await send(decided);
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error) || error.status === 401) throw error;
    const fresh = error.status === 409 ? await readFresh(decided) : null;
    const saved = error.code === 'DECISION_CONFLICT' && fresh ? await saveRest(decided, fresh) : [];
    const last = saved.length > 0 ? await readFresh(decided) : fresh;
    throw new RefusedDecision(error, before, saved, last);
  }
}

/** Decides what nobody else has decided. Answers what was saved. */
async function saveRest(decided: Decided, fresh: ReviewDiff): Promise<readonly ReviewItem[]> {
  const rest = unchangedIn(fresh, decided.before);
  if (rest.length === 0 || rest.length === decided.before.length) return [];
  return send({ ...decided, before: rest, key: `${decided.key} rest` }).then(
    () => rest,
    () => [],
  );
}

async function send({ project, id, to, before, note, key }: Decided): Promise<void> {
  for (let start = 0; start < before.length; start += mostSlots) {
    const slots = before
      .slice(start, start + mostSlots)
      .map(({ name, viewport, browser, approvalStatus, baselineHash }) => ({
        name,
        viewport,
        browser,
        ifStatus: approvalStatus,
        ifBaseline: baselineHash,
      }));
    const body = to === 'rejected' ? { slots, note } : { slots };
    await call(operations[to], { project, params: { id }, body, idempotencyKey: `${key} ${start}` });
  }
}

const readFresh = (decided: Decided): Promise<ReviewDiff | null> => readReview(decided).catch(() => null);
