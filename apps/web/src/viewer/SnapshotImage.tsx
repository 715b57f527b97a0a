import { type CSSProperties, useState } from 'react';
import type { Stretch } from './alignment/levelRows.js';
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
  /** Where its rows are drawn, if not all in one piece from the top. */
  stretches?: readonly Stretch[] | undefined;
  /** Whether nothing is said where it cannot be loaded. */
  isOptional?: boolean;
  onSize?: (size: Size) => void;
  /** Asked for before a second try: a signed address may have expired. */
  onRetry: () => void;
}

/** One image of a result, at its own pixels, aligned to the top left corner of its stage. */
export function SnapshotImage(props: Props) {
  const {
    url,
    alt,
    className = '',
    testId,
    style,
    size,
    stretches,
    isOptional = false,
    onSize,
    onRetry,
  } = props;
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  if (failure !== null) {
    if (isOptional) return null;
    const retry = () => {
      setFailure(null);
      setAttempt(attempt + 1);
      onRetry();
    };
    return <ImageFailure what={alt} why={failure} onRetry={retry} />;
  }
  const image = (from: number, isFirst: boolean) => (
    <img
      key={attempt}
      data-testid={isFirst ? testId : undefined}
      src={url}
      alt={isFirst ? alt : ''}
      {...(size ? { width: size.width, height: size.height } : {})}
      style={{ top: -from, ...style }}
      draggable={false}
      decoding="sync"
      // Before the thumbnails of the list, which are asked for first.
      fetchPriority="high"
      {...(isFirst && {
        onLoad: ({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          setLoaded(true);
          onSize?.({ width, height });
        },
        onError: () => void explainFailure(url).then(setFailure),
      })}
      className={`absolute left-0 max-w-none select-none ${className}`}
    />
  );
  return (
    <>
      {stretches
        ? stretches.map(({ from, at, height }, index) => (
            <span key={from} className="absolute inset-x-0 overflow-clip" style={{ top: at, height }}>
              {image(from, index === 0)}
            </span>
          ))
        : image(0, true)}
      {!isLoaded && size && <Loading size={size} />}
    </>
  );
}

/** In place of an image that is on its way: nobody takes it for a blank capture. */
const Loading = ({ size }: { size: Size }) => (
  <span data-testid="loading" className="loading" style={size}>
    <span>Loading…</span>
  </span>
);
