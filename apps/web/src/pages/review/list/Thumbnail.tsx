import { useEffect, useState } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';

/** Milliseconds that a row of a scrolling list stays before its image is fetched: what only flies past is not. */
const settled = 150;

/** Of what does not scroll past: its images are fetched at once. */
const isStill = () => false;

/** The change of a result, as the server cut it out, or else its whole image; nothing where it has none. */
export function ResultThumbnail({
  result,
  isScrolling = isStill,
}: {
  result: ReviewItem;
  isScrolling?: () => boolean;
}) {
  const url = result.thumbnailUrl ?? (result.currentImageUrl || result.baselineImageUrl);
  return url && <Thumbnail url={url} isWhole={!result.thumbnailUrl} isScrolling={isScrolling} />;
}

interface Props {
  url: string;
  /** It shows the top of a whole image; else it was cut to where a change is. */
  isWhole: boolean;
  isScrolling: () => boolean;
}

/** The small image of a row; nothing until it is fetched, and hatching when it is not there any more. */
function Thumbnail({ url, isWhole, isScrolling }: Props) {
  const [isDue, setIsDue] = useState(() => !isScrolling());
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (isDue) return;
    const timer = setTimeout(() => setIsDue(true), settled);
    return () => clearTimeout(timer);
  }, [isDue]);
  if (!isDue) return null;
  if (url === failed) return <span className="hatched size-full" />;
  return (
    <img
      key={url}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className={`size-full bg-white object-cover ${isWhole ? 'object-top' : ''}`}
    />
  );
}
