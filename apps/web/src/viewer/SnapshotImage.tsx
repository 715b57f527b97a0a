import { type CSSProperties, useState } from 'react';
import { explainFailure } from './explainFailure.js';
import { ImageFailure } from './ImageFailure.js';
import type { Size } from './transform.js';

interface Props {
  url: string;
  alt: string;
  className?: string;
  testId?: string;
  style?: CSSProperties;
  /** Known before it is loaded: the place that it will take. */
  size?: Size | null;
  onSize?: (size: Size) => void;
  /** Asked for before a second try: a signed address may have expired. */
  onRetry: () => void;
}

/** One image of a result, at its own pixels, aligned to the top left corner of its stage. */
export function SnapshotImage({ url, alt, className = '', testId, style, size, onSize, onRetry }: Props) {
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  if (failure !== null) {
    const retry = () => {
      setFailure(null);
      setAttempt(attempt + 1);
      onRetry();
    };
    return <ImageFailure what={alt} why={failure} onRetry={retry} />;
  }
  return (
    <img
      key={attempt}
      data-testid={testId}
      src={url}
      alt={alt}
      {...(size ? { width: size.width, height: size.height } : {})}
      style={style}
      draggable={false}
      decoding="sync"
      // Before the thumbnails of the list, which are asked for first.
      fetchPriority="high"
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        onSize?.({ width, height })
      }
      onError={() => void explainFailure(url).then(setFailure)}
      className={`absolute top-0 left-0 max-w-none select-none ${className}`}
    />
  );
}
