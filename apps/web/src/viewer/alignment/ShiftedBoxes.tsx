import type { ReviewItem } from '../../client/presentReview.js';
import type { Box } from '../transform.js';

interface Props {
  result: ReviewItem;
  side: 'baseline' | 'current';
}

/** The tint of columns that only one image has or that moved, and of blocks that moved. */
export function ShiftedBoxes(props: Props) {
  return boxesOf(props).map(({ kind, x, y, width, height }) => (
    <span
      key={`${kind} ${x} ${y}`}
      data-testid="band"
      data-kind={kind}
      aria-hidden="true"
      className="band"
      style={{ left: x, top: y, width, height }}
    />
  ));
}

function boxesOf({ result, side }: Props): (Box & { kind: string })[] {
  const { columnChanges, moves, baselineSize, headSize } = result;
  const isBaseline = side === 'baseline';
  const height = (isBaseline ? baselineSize : headSize)?.height ?? 0;
  const columns = (columnChanges ?? [])
    .filter(({ kind }) => kind !== (isBaseline ? 'inserted' : 'removed'))
    .map(({ kind, x, baseX, width }) => ({ kind, x: isBaseline ? baseX : x, y: 0, width, height }));
  const blocks = (moves ?? []).map(({ from, to }) => ({ kind: 'moved', ...(isBaseline ? from : to) }));
  return [...columns, ...blocks];
}
