import { useMutation } from '@tanstack/react-query';
import { call } from '../../../client/call.js';
import type { ReviewItem } from '../../../client/presentReview.js';
import { briefName } from '../../../words/displayName.js';
import type { ReadAgain } from '../live/createReadAgain.js';
import type { useToast } from '../page/useToast.js';
import { ignoredWords, isIgnoredNow } from './isIgnoredNow.js';

/** How long a change is ignored. */
const days = 7;

interface Hooks {
  say: ReturnType<typeof useToast>['say'];
  readAgain: ReadAgain;
}

/** Ignores the change of a result for a while, or no longer where it is ignored. */
export function useIgnoreChange(project: string, diffId: string, { say, readAgain }: Hooks) {
  const { mutate } = useMutation({
    mutationFn: async ({ result, isOver }: { result: ReviewItem; isOver: boolean }) => {
      const { name, viewport, browser } = result;
      const slots = [{ name, viewport, browser }];
      const params = { id: diffId };
      return isOver
        ? call('stopIgnoring', { project, params, body: { slots } })
        : call('ignoreChanges', { project, params, body: { slots, days } });
    },
    onSuccess: ({ ignoredUntil }, { result }) => {
      const title = briefName(result);
      if (ignoredUntil === null) say(`${title} needs a review again`, { icon: 'undo' });
      else {
        const action = { word: 'Undo', perform: () => mutate({ result, isOver: true }) };
        say(`${title} is ${ignoredWords(ignoredUntil)}`, { icon: 'ignore', action });
      }
    },
    onError: (error) => say(`Not saved: ${error.message}`, { tone: 'danger' }),
    onSettled: () => readAgain(0),
  });
  return (result: ReviewItem | undefined, obstacle: string | null): void => {
    if (!result) return;
    if (obstacle !== null) say(obstacle);
    else if (isIgnoredNow(result)) mutate({ result, isOver: true });
    else if (result.status !== 'changed' || result.approvalStatus !== 'pending')
      say('Only an undecided change between two images can be ignored for a while.');
    else mutate({ result, isOver: false });
  };
}
