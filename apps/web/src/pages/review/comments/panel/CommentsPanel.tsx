import type { Thread } from '@svc/schema';
import { useState } from 'react';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { useMembership } from '../../../../client/useMembership.js';
import { Button } from '../../../../ui/Button.js';
import { slotKey } from '../../../../words/slotKey.js';
import type { Commenting } from '../useComments.js';
import { Composer } from './Composer.js';
import { Elsewhere } from './Elsewhere.js';
import { numbersOf } from './numbersOf.js';
import { PinChoice } from './PinChoice.js';
import { ThreadCard } from './ThreadCard.js';
import { useThreadActions } from './useThreadActions.js';

interface Props {
  org: string;
  /** `org/project`. */
  project: string;
  diffId: string;
  results: readonly ReviewItem[];
  /** The snapshot that is looked at. */
  result: ReviewItem;
  /** Index of the changed region that was stepped to; -1 for none. */
  region: number;
  comments: Commenting;
  onChooseResult: (result: ReviewItem) => void;
  onClose: () => void;
}

/** The threads about one snapshot, and where a new one is written. */
export function CommentsPanel(props: Props) {
  const { org, project, diffId, results, result, region, comments, onChooseResult, onClose } = props;
  const [showsResolved, showResolved] = useState(false);
  const membership = useMembership(org);
  const mayWrite = membership?.may('review') ?? false;
  const actions = useThreadActions(project, diffId);
  const slot = slotKey(result);
  const own = comments.threads.filter((thread) => slotKey(thread) === slot);
  const numbers = numbersOf(own);
  const isListed = ({ id, resolvedAt }: Thread) =>
    resolvedAt === null || showsResolved || id === comments.thread;
  const resolved = own.filter(({ resolvedAt }) => resolvedAt !== null).length;
  const changed = region >= 0 ? result.regions?.[region] : undefined;
  const image = result.headHash ?? result.baselineHash;
  const send = async (text: string) => {
    const { name, viewport, browser } = result;
    const pin = comments.pin ?? (changed ? boxOf(changed) : null);
    const made = await actions.mutateAsync({ do: 'start', body: { name, viewport, browser, pin, text } });
    comments.place(null);
    if (made) comments.show(made.id);
  };
  return (
    <aside
      aria-label="Comments"
      className="flex w-80 shrink-0 flex-col border-line border-l bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-card max-sm:w-full"
    >
      <div className="flex items-center gap-2 border-line border-b py-1.5 pr-1.5 pl-4">
        <h2 className="font-semibold text-sm">Comments</h2>
        {resolved > 0 && (
          <Button
            look="quiet"
            aria-pressed={showsResolved}
            className="h-7! px-2! text-xs!"
            onClick={() => showResolved(!showsResolved)}
          >
            {showsResolved ? 'Hide resolved' : `${resolved} resolved`}
          </Button>
        )}
        <Button
          look="quiet"
          icon="cross"
          aria-label="Close the comments"
          className="ml-auto"
          onClick={onClose}
        />
      </div>
      <div className="min-h-0 flex-1 space-y-3 overflow-y-auto p-3">
        {own.filter(isListed).map((thread) => (
          <ThreadCard
            key={thread.id}
            org={org}
            thread={thread}
            number={numbers.get(thread.id) ?? null}
            isEarlier={thread.pin !== null && thread.imageHash !== image}
            isChosen={thread.id === comments.thread}
            mayWrite={mayWrite}
            mayDelete={membership?.may('manage') ?? false}
            actions={actions}
            onChoose={() => comments.show(thread.id)}
            onLeave={onClose}
          />
        ))}
        {own.filter(isListed).length === 0 && (
          <p className="px-1 py-2 text-muted text-sm">
            {resolved > 0
              ? 'All comments on this snapshot are resolved.'
              : 'No comments on this snapshot yet.'}
          </p>
        )}
        <Elsewhere open={comments.open} slot={slot} results={results} onChoose={onChooseResult} />
      </div>
      <div className="border-line border-t p-3">
        {actions.error && (
          <p role="alert" className="mb-2 text-removed text-sm">
            Not saved: {actions.error.message}
          </p>
        )}
        {mayWrite ? (
          <Composer
            key={slot}
            org={org}
            label="Comment on this snapshot"
            draft={`svc.comment.${diffId}.${slot}`}
            isAsked={comments.isAsked}
            onAnswer={comments.answer}
            word="Comment"
            isSending={actions.isPending}
            onSend={send}
            onLeave={onClose}
          >
            <PinChoice comments={comments} region={changed ? region : -1} />
          </Composer>
        ) : (
          <p className="text-muted text-sm">You need the role reviewer to comment.</p>
        )}
      </div>
    </aside>
  );
}

const boxOf = ({ x, y, width, height }: NonNullable<ReviewItem['regions']>[number]) => ({
  x,
  y,
  width,
  height,
});
