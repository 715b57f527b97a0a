import type { QueryClient } from '@tanstack/react-query';
import { reviewQuery } from '../../../client/queries.js';
import { unansweredDecisions } from '../decisions/unansweredDecisions.js';

/** Reads a review again after some milliseconds; asked several times, once, and not while decisions are on their way. */
export type ReadAgain = (milliseconds: number) => void;

export function createReadAgain(client: QueryClient, project: string, id: string) {
  const { queryKey } = reviewQuery(project, id);
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  const stop = () => {
    clearTimeout(planned?.timer);
    planned = undefined;
  };
  const readAgain: ReadAgain = (milliseconds) => {
    const at = performance.now() + milliseconds;
    if (planned && planned.at <= at) return;
    stop();
    planned = { at, timer: setTimeout(read, milliseconds) };
  };
  const read = () => {
    planned = undefined;
    // The last of them asks again.
    if (unansweredDecisions(client, id).length > 0) return;
    if (client.isFetching({ queryKey }) === 0) {
      void client.invalidateQueries({ queryKey });
      return;
    }
    // To start over would end a reading that takes longer than the next event to come, again and again.
    void client.refetchQueries({ queryKey }, { cancelRefetch: false }).then(() => readAgain(0));
  };
  return { readAgain, stop };
}
