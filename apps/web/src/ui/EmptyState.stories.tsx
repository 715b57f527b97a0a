import { ApiError } from '../client/ApiError.js';
import { Button } from './Button.js';
import { EmptyState } from './EmptyState.js';
import { Failure } from './Failure.js';

export default { title: 'Parts/EmptyState' };

export const WithAction = () => (
  <EmptyState icon="search" title="No snapshot matches">
    <p className="mb-5">The search and the statuses hide all 61 results.</p>
    <Button>Show what needs review</Button>
  </EmptyState>
);

export const NoAnswer = () => (
  <Failure
    error={new ApiError(0, 'network', 'The server does not answer. Is it running?')}
    retry={() => {}}
  />
);
