import type { ErrorBody } from '@svc/schema';

type ErrorOfApi = ErrorBody['error'];

/** What an agent is answered instead of what it asked for. */
export class Refusal extends Error {
  constructor(
    /** As in the body of an error of the API; tools add one code of their own. */
    readonly error: Omit<ErrorOfApi, 'code'> & { code: ErrorOfApi['code'] | 'CONFIRMATION_REQUIRED' },
    /** What helps to ask again. */
    readonly data: object = {},
  ) {
    super(error.message);
    this.name = 'Refusal';
  }
}
