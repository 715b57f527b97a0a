import type { ErrorCode, SignInProblem } from '@svc/schema';
import { ServiceError } from '../ServiceError.js';

const codes: Record<SignInProblem, ErrorCode> = {
  'not-begun': 'TOKEN_INVALID',
  refused: 'TOKEN_INVALID',
  unreachable: 'INTERNAL',
  'no-account': 'FORBIDDEN',
  'email-taken': 'NAME_TAKEN',
  'invitation-over': 'TOKEN_INVALID',
  'linked-elsewhere': 'NAME_TAKEN',
};

/** A sign-in elsewhere that came to nothing. */
export class SignInFailed extends ServiceError {
  /** Where the browser was to go on to; null when that is not known. */
  next: string | null = null;
  /** Whether somebody who is signed in wanted to link an account. */
  isLink = false;

  constructor(
    readonly problem: SignInProblem,
    message: string,
  ) {
    super(codes[problem], message);
  }
}
