import type { ReactNode } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { EmptyPane, Pane } from './Pane.js';
import { IgnoredBoxes, RegionFrame } from './RegionFrame.js';
import { SnapshotImage } from './SnapshotImage.js';
import type { Box, Size } from './transform.js';

interface ImageProps {
  result: ReviewItem;
  region: Box | null;
  onSize: (url: string, size: Size) => void;
  onRetry: () => void;
}

/** The image of the baseline; nothing where there is none. */
export function BaselineImage({ result, region, onSize, onRetry }: ImageProps) {
  const { baselineImageUrl: url, name, baselineSize } = result;
  if (!url) return null;
  return (
    <>
      <SnapshotImage
        key={url}
        url={url}
        alt={`Baseline: ${name}`}
        size={baselineSize}
        className="bg-white"
        onSize={(size) => onSize(url, size)}
        onRetry={onRetry}
      />
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

export function BaselinePane({ note, size, stage, ...image }: PaneProps) {
  if (!image.result.baselineImageUrl) {
    return <EmptyPane title="Baseline">No baseline yet. Approving makes this image the baseline.</EmptyPane>;
  }
  return (
    <Pane title="Baseline" note={note} size={size ?? image.result.baselineSize} stage={stage}>
      <BaselineImage {...image} />
    </Pane>
  );
}
