import { Button } from './Button.js';

interface Props {
  /** What there is more of: `diffs`. */
  what: string;
  /** What they are: `older` unless they are in another order. */
  word?: string;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list; nothing on the last one. */
export function MoreButton({
  what,
  word = 'older',
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: Props) {
  if (!hasNextPage) return null;
  return (
    <div className="mt-6 text-center">
      <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading …' : `Show ${word} ${what}`}
      </Button>
    </div>
  );
}
