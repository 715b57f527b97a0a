import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode, IdKind, StaleReason } from '@svc/schema';
import { type ErrorDetail, ServiceError } from '../../domain/ServiceError.js';
import { type Call, claimCall, keepAnswer, releaseCall, renewClaim } from '../../store/access/idempotency.js';
import { idOf } from '../../store/newId.js';
import { stringifyInTurns } from '../../turns/stringifyInTurns.js';
import type { Resources } from '../Resources.js';
import type { Attempt } from './Attempt.js';
import type { ProjectAccess } from './ProjectAccess.js';
import { packAnswer, unpackAnswer } from './packAnswer.js';

/** How long an answer is remembered (R33). */
export const keepHours = 24;

/** A process that dies holds up a repetition of its call for this long; it renews the lease three times meanwhile. */
const leaseSeconds = 10;

/** Milliseconds between looks at a call that another request works on. */
const firstLook = 20;
const longestLook = 250;

/** A call that may come several times. */
export interface RepeatableCall {
  access: ProjectAccess;
  /** Of the client's choice, the same with every attempt. */
  key: string;
  /** What tells the request from others, the body included; null where that is not known to its end. */
  fingerprint: () => Promise<string | null>;
}

/**
 * Reads from rows what an earlier try wrote there, which need not be kept as an answer (R33). It acts on nothing.
 * @param attempt that of the try, with the same ids
 */
export type ReadAnswer<T> = (attempt: Attempt) => Promise<T>;

type Answer<T> = { value: T } | { error: Refusal };

interface Refusal {
  code: ErrorCode;
  message: string;
  details?: ErrorDetail[] | undefined;
  stale?: StaleReason | undefined;
}

/**
 * Acts on the first request with a key; the others wait for it and get its answer, or its refusal (R33). Failures of the
 * service itself are not remembered.
 * @param readAnswer where the rows that `act` writes tell its answer: only refusals are kept then
 * @throws ServiceError IDEMPOTENCY_CONFLICT when the key was used for another request
 */
export async function answerOnce<T>(
  { database }: Pick<Resources, 'database'>,
  { access, key, fingerprint }: RepeatableCall,
  act: (attempt: Attempt) => Promise<T>,
  readAnswer?: ReadAnswer<T>,
): Promise<T> {
  const call: Call = { caller: `${access.project.id} ${access.namespace}`, key };
  const owner = randomUUID();
  let attempt: (Attempt & { stemUsed: () => string | null }) | null = null;
  for (let pause = firstLook; attempt === null; pause = Math.min(pause * 2, longestLook)) {
    const claim = await claimCall(database, call, { owner, leaseSeconds, keepHours });
    if (claim.claimed) {
      attempt = attemptOf(claim);
      break;
    }
    if (claim.given) {
      const { answer, idStem, ...given } = claim.given;
      if (given.fingerprint !== (await fingerprint())) throw conflict();
      if (answer) return repeat<T>(JSON.parse(await unpackAnswer(answer)));
      if (!readAnswer) throw new Error('a call was answered whose answer is neither kept nor read from rows');
      return readAnswer(attemptOf({ idStem, isRepeated: true }));
    }
    await sleep(pause);
  }

  // What cannot be kept is still true: a failure here must not take the place of the answer.
  const { stemUsed } = attempt;
  const keep = async (answer: Answer<T>) => {
    const print = await fingerprint();
    if (print === null) return releaseCall(database, call, owner);
    const isRead = readAnswer !== undefined && 'value' in answer;
    await keepAnswer(database, call, owner, {
      fingerprint: print,
      answer: isRead ? null : await packAnswer(await stringifyInTurns(answer)),
      idStem: isRead ? stemUsed() : null,
    });
  };
  const renewing = setInterval(
    () => renewClaim(database, call, { owner, leaseSeconds }).catch(() => {}),
    (leaseSeconds / 3) * 1_000,
  );
  try {
    const value = await act(attempt);
    await keep({ value }).catch(() => {});
    return value;
  } catch (error) {
    if (error instanceof ServiceError && error.statusCode < 500) {
      const { code, message, details, stale } = error;
      await keep({ error: { code, message, details, stale } }).catch(() => {});
    } else {
      await releaseCall(database, call, owner).catch(() => {});
    }
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** An attempt that knows whether it gave out an id. */
function attemptOf({ idStem, isRepeated }: { idStem: string | null; isRepeated: boolean }) {
  let used: string | null = null;
  return {
    isRepeated,
    newId: (kind: IdKind) => {
      if (idStem === null) throw new Error(`a call that made no id is asked for that of a ${kind}`);
      used = idStem;
      return idOf(kind, idStem);
    },
    stemUsed: () => used,
  };
}

function repeat<T>(answer: Answer<T>): T {
  if ('value' in answer) return answer.value;
  const { code, message, details, stale } = answer.error;
  throw new ServiceError(code, message, details, stale);
}

const conflict = () =>
  new ServiceError(
    'IDEMPOTENCY_CONFLICT',
    'This Idempotency-Key was used for another request; send a new key with each new request',
  );
