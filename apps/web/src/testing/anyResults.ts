import { approvalStatus } from '@svc/schema';
import fc from 'fast-check';
import { statusOrder } from '../pages/review/list/filterResults.js';
import { exampleResult } from './exampleReview.js';

/** Results of a few names in every state. */
export const anyResults = fc.array(
  fc
    .record({
      name: fc.constantFrom('a', 'b', 'c', 'Forms/Button'),
      status: fc.constantFrom(...statusOrder),
      approvalStatus: fc.constantFrom(...approvalStatus.options),
    })
    .map((fields) => exampleResult(fields)),
  { maxLength: 30 },
);
