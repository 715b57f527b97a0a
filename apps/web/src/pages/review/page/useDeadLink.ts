import { useEffect } from 'react';
import { slotOf } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import type { ReviewModel } from '../model/reviewModel.js';

/** Says that the diff does not have the result of the address: another is shown in its place. */
export function useDeadLink({ diff, search, list }: ReviewModel, say: (message: string) => void): void {
  const { result } = search;
  const isSettled = diff.isWhole && diff.status === 'completed' && diff.results.length > 0;
  const dead = isSettled && result !== undefined && !list.resultAt(result) ? result : undefined;
  useEffect(() => {
    if (dead !== undefined) say(`The link is to a snapshot that is not in this build: ${slotWords(dead)}`);
  }, [dead, say]);
}

function slotWords(key: string): string {
  const slot = slotOf(key);
  return slot ? [slot.name, variantWords(slot)].filter(Boolean).join(' · ') : key;
}
