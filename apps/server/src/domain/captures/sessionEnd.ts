import { ServiceError } from '../ServiceError.js';

interface EndedSession {
  id: string;
  cancelledBecause: string | null;
}

/** How a session ended that nobody completed, to follow its id. */
export const describeSessionEnd = ({ cancelledBecause }: Pick<EndedSession, 'cancelledBecause'>): string =>
  cancelledBecause === null ? 'has expired: nothing was uploaded for a day' : `was ${cancelledBecause}`;

/** Why nothing comes after that (R22, R50). */
export const sessionIsOver = (session: EndedSession): ServiceError =>
  new ServiceError(
    'SESSION_COMPLETED',
    `Session ${session.id} ${describeSessionEnd(session)}; run it again with a different ID`,
  );
