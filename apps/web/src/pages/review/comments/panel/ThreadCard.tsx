import type { Comment, Thread } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/Button.js';
import { TimeAgo } from '../../../../ui/TimeAgo.js';
import { CommentText } from './CommentText.js';
import { Composer } from './Composer.js';
import type { ThreadActions } from './useThreadActions.js';

interface Props {
  org: string;
  thread: Thread;
  /** As its pin is numbered; null where it is about the whole snapshot. */
  number: number | null;
  /** Whether it points at an image that the snapshot no longer has. */
  isEarlier: boolean;
  isChosen: boolean;
  mayWrite: boolean;
  /** Whether the caller may delete what others wrote. */
  mayDelete: boolean;
  actions: ThreadActions;
  onChoose: () => void;
  onLeave: () => void;
}

export function ThreadCard(props: Props) {
  const { org, thread, number, isEarlier, isChosen, mayWrite, mayDelete, actions, onChoose, onLeave } = props;
  const [isReplying, setReplying] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const isResolved = thread.resolvedAt !== null;
  const starter = actorText(thread.comments[0]?.author ?? '');
  return (
    <article
      ref={card}
      data-testid="thread"
      data-chosen={isChosen}
      aria-label={`Thread by ${starter}`}
      className={`rounded-xl border p-3 ${isChosen ? 'border-accent' : 'border-line'}`}
    >
      <div className="mb-1.5 flex items-center gap-2 text-muted text-xs">
        {number !== null && (
          <button
            type="button"
            onClick={onChoose}
            className="grid size-5 place-items-center rounded-full bg-accent font-semibold text-on-accent"
          >
            <span className="sr-only">Show pin </span>
            {number}
          </button>
        )}
        {isEarlier && <span>On an earlier image</span>}
        {isResolved && <span>Resolved by {actorText(thread.resolvedBy ?? '')}</span>}
        {mayWrite && (
          <Button
            look="quiet"
            className="-my-1 ml-auto h-7! px-2! text-xs!"
            disabled={actions.isPending}
            onClick={() => actions.mutate({ do: isResolved ? 'reopen' : 'resolve', thread: thread.id })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        )}
      </div>
      <ul className="space-y-3">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <OneComment org={org} comment={comment} mayDelete={mayDelete} actions={actions} />
          </li>
        ))}
      </ul>
      {mayWrite && (
        <div className="mt-2">
          {isReplying ? (
            <Composer
              org={org}
              label={`Reply to ${starter}`}
              draft={`svc.comment.${thread.id}`}
              isAsked
              word="Reply"
              isSending={actions.isPending}
              onSend={async (text) => {
                await actions.mutateAsync({ do: 'reply', thread: thread.id, text });
                setReplying(false);
              }}
              onLeave={() => {
                setReplying(false);
                onLeave();
              }}
            />
          ) : (
            <Button look="quiet" className="h-7! px-2! text-xs!" onClick={() => setReplying(true)}>
              Reply
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

interface CommentProps extends Pick<Props, 'org' | 'mayDelete' | 'actions'> {
  comment: Comment;
}

function OneComment({ org, comment, mayDelete, actions }: CommentProps) {
  const [isEditing, setEditing] = useState(false);
  const draft = `svc.comment.${comment.id}`;
  const quiet = 'h-6! px-1.5! text-xs!';
  const edit = () => {
    if (sessionStorage.getItem(draft) === null) sessionStorage.setItem(draft, comment.text);
    setEditing(true);
  };
  const leave = () => {
    sessionStorage.removeItem(draft);
    setEditing(false);
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 text-xs">
        <bdi className="min-w-0 truncate font-semibold">{actorText(comment.author)}</bdi>
        <span className="text-muted">
          <TimeAgo at={comment.createdAt} />
          {comment.editedAt && ', edited'}
        </span>
        {!isEditing && (
          <span className="ml-auto flex">
            {comment.isOwn && (
              <Button look="quiet" className={quiet} onClick={edit}>
                Edit
              </Button>
            )}
            {(comment.isOwn || mayDelete) && (
              <Button
                look="quiet"
                className={quiet}
                disabled={actions.isPending}
                onClick={() => actions.mutate({ do: 'delete', comment: comment.id })}
              >
                Delete
              </Button>
            )}
          </span>
        )}
      </div>
      {isEditing ? (
        <Composer
          org={org}
          label="Edit the comment"
          draft={draft}
          isAsked
          word="Save"
          isSending={actions.isPending}
          onSend={async (text) => {
            await actions.mutateAsync({ do: 'edit', comment: comment.id, text });
            setEditing(false);
          }}
          onLeave={leave}
        >
          <Button look="quiet" className="h-8! px-2!" onClick={leave}>
            Cancel
          </Button>
        </Composer>
      ) : (
        <CommentText comment={comment} />
      )}
    </>
  );
}
