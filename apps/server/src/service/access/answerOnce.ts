import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@svc/schema';
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

type Answer<T> =
  | { value: T }
  | { error: { code: ErrorCode; message: string; details?: ErrorDetail[] | undefined } };

/**
 * Acts on the first request with a key; the others wait for it and get its answer, or its refusal (R33). Failures of the
 * service itself are not remembered.
 * @throws ServiceError IDEMPOTENCY_CONFLICT when the key was used for another request
 */
export async function answerOnce<T>(
  { database }: Pick<Resources, 'database'>,
  { access, key, fingerprint }: RepeatableCall,
  act: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const call: Call = { caller: `${access.project.id} ${access.namespace}`, key };
  const owner = randomUUID();
  let attempt: Attempt | null = null;
  for (let pause = firstLook; attempt === null; pause = Math.min(pause * 2, longestLook)) {
    const claim = await claimCall(database, call, { owner, leaseSeconds, keepHours });
    if (claim.claimed) {
      const { idStem, isRepeated } = claim;
      attempt = { newId: (kind) => idOf(kind, idStem), isRepeated };
      break;
    }
    if (claim.given) {
      if (claim.given.fingerprint !== (await fingerprint())) throw conflict();
      return repeat<T>(JSON.parse(await unpackAnswer(claim.given.answer)));
    }
    await sleep(pause);
  }

  // What cannot be kept is true all the same: a failure here must not take the place of the answer.
  const keep = async (answer: Answer<T>) => {
    const print = await fingerprint();
    if (print === null) await releaseCall(database, call, owner);
    else
      await keepAnswer(database, call, owner, {
        fingerprint: print,
        answer: await packAnswer(await stringifyInTurns(answer)),
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
      const { code, message, details } = error;
      await keep({ error: { code, message, details } }).catch(() => {});
    } else {
      await releaseCall(database, call, owner).catch(() => {});
    }
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function repeat<T>(answer: Answer<T>): T {
  if ('value' in answer) return answer.value;
  const { code, message, details } = answer.error;
  throw new ServiceError(code, message, details);
}

const conflict = () =>
  new ServiceError(
    'IDEMPOTENCY_CONFLICT',
    'This Idempotency-Key was used for another request; send a new key with each new request',
  );
