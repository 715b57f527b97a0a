import { useMutationState } from '@tanstack/react-query';
import { Notice } from '../../../ui/Notice.js';
import { countText } from '../../../words/countText.js';
import { decidingKey } from './unansweredDecisions.js';

interface Props {
  diffId: string;
}

/** Decisions that the server has not taken, as it does not answer. */
export function UnsentBar({ diffId }: Props) {
  const waiting = useMutationState({
    filters: { mutationKey: decidingKey(diffId), status: 'pending' },
    select: ({ state }) => state.failureCount,
  });
  // The others wait for the first.
  if (!waiting.some((failures) => failures > 0)) return null;
  const { length } = waiting;
  return (
    <div data-testid="unsent" className="border-line border-b px-4 py-3">
      <Notice tone="warning" icon="warning" role="status">
        <span className="font-medium">
          {countText(length)} {length === 1 ? 'decision is' : 'decisions are'} not saved yet:
        </span>{' '}
        the server does not answer. {length === 1 ? 'It is' : 'They are'} sent as soon as it does; keep this
        page open.
      </Notice>
    </div>
  );
}
