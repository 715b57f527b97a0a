import type { ReactNode } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { EmptyPane, Pane } from './Pane.js';
import { IgnoredBoxes, RegionFrame } from './RegionFrame.js';
import { SnapshotImage } from './SnapshotImage.js';
import type { Box, Size } from './transform.js';

/** Changed pixels over the current image. */
export interface Overlay {
  shown: boolean;
  color: string;
  opacity: number;
}

interface ImageProps {
  result: ReviewItem;
  overlay: Overlay;
  /** Whether the image is dimmed below the overlay. */
  isDifference: boolean;
  region: Box | null;
  onSize: (url: string, size: Size) => void;
  onRetry: () => void;
}

/** The current image under its changed pixels; nothing where there is none. */
export function CurrentImage({ result, overlay, isDifference, region, onSize, onRetry }: ImageProps) {
  const { currentImageUrl: url, diffImageUrl, name, headSize } = result;
  const mask = overlay.shown ? diffImageUrl : null;
  if (!url) return null;
  return (
    <>
      <SnapshotImage
        key={url}
        url={url}
        alt={`Current: ${name}`}
        size={headSize}
        className={`bg-white ${mask && isDifference ? 'dimmed' : ''}`}
        onSize={(size) => onSize(url, size)}
        onRetry={onRetry}
      />
      {mask && (
        <SnapshotImage
          key={mask}
          url={mask}
          alt="Changed pixels"
          testId="mask"
          className="tinted [image-rendering:pixelated]"
          style={{ opacity: overlay.opacity }}
          onRetry={onRetry}
        />
      )}
      <IgnoredBoxes boxes={result.ignored?.regions ?? []} />
      <RegionFrame region={region} />
    </>
  );
}

interface PaneProps extends ImageProps {
  note: ReactNode;
  /** Of the image as it was loaded. */
  size: Size | undefined;
  stage: Size;
}

export function CurrentPane({ note, size, stage, ...image }: PaneProps) {
  const { result, isDifference } = image;
  if (!result.currentImageUrl) {
    return <EmptyPane title="Current">This snapshot is gone: the new capture does not have it.</EmptyPane>;
  }
  return (
    <Pane
      title={isDifference ? 'Difference' : 'Current'}
      note={isDifference ? differenceNote(result) : note}
      size={size ?? result.headSize}
      stage={stage}
    >
      <CurrentImage {...image} />
    </Pane>
  );
}

const differenceNote = ({ diffImageUrl, baselineImageUrl }: ReviewItem) => {
  if (diffImageUrl) return 'changed pixels over the current image';
  return baselineImageUrl ? 'no pixel differs' : 'there is no baseline to compare with';
};
