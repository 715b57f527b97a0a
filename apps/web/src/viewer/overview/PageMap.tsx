import type { ReviewItem } from '../../client/presentReview.js';
import type { LeveledRows } from '../alignment/levelRows.js';
import type { Size } from '../transform.js';

/** The current image, or the baseline where there is none, in the width of the ruler. Shown for long pages only. */
export function PageMap({
  result,
  rows,
  stage,
}: {
  result: ReviewItem;
  rows: LeveledRows | null;
  stage: Size;
}) {
  const isCurrent = result.currentImageUrl !== '';
  const url = isCurrent ? result.currentImageUrl : result.baselineImageUrl;
  const size = isCurrent ? result.headSize : result.baselineSize;
  if (!url || !size) return null;
  const stretches = rows?.[isCurrent ? 'current' : 'baseline'].stretches ?? [
    { from: 0, at: 0, height: size.height },
  ];
  return (
    <svg
      className="page-map"
      viewBox={`0 0 ${stage.width} ${stage.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {stretches.map(({ from, at, height }) => (
        <svg
          key={from}
          aria-hidden="true"
          x={0}
          y={at}
          width={size.width}
          height={height}
          viewBox={`0 ${from} ${size.width} ${height}`}
        >
          <image
            href={url}
            width={size.width}
            height={size.height}
            // The pane beside it says that the image is not there.
            onError={({ currentTarget }) => currentTarget.setAttribute('visibility', 'hidden')}
            onLoad={({ currentTarget }) => currentTarget.removeAttribute('visibility')}
          />
        </svg>
      ))}
    </svg>
  );
}
