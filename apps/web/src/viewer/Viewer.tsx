import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { Inspector } from './Inspector.js';
import { EmptyPane, Pane } from './Pane.js';
import { SnapshotImage } from './SnapshotImage.js';
import { Swipe } from './Swipe.js';
import type { Box, Size } from './transform.js';
import { usePanZoom } from './usePanZoom.js';
import type { View } from './views.js';

export interface ViewerHandle {
  zoom: (factor: number) => void;
  fit: () => void;
  actualSize: () => void;
  /** Brings a box of the images into the middle, as large as it may be. */
  show: (box: Box) => void;
}

interface Props {
  ref: Ref<ViewerHandle>;
  /** Identity of the result: another one starts fitted. */
  subject: string;
  result: ReviewItem;
  view: View;
  /** Changed pixels over the current image. */
  overlay: { shown: boolean; color: string; opacity: number };
  /** How much of the current image is shown where both are on one stage, 0 to 1. */
  mix: number;
  onMix: (share: number) => void;
  /** The region that was stepped to, if any. */
  region: Box | null;
  /** Where the images come from. */
  baselineNote: ReactNode;
  currentNote: ReactNode;
  onRetry: () => void;
  /** Where the scale is written, without rendering. */
  scale: RefObject<HTMLElement | null>;
  /** Lies over the images. */
  children?: ReactNode;
}

const unknown: Size = { width: 800, height: 600 };

/** The images of one result. All panes share one pan and zoom. */
export function Viewer(props: Props) {
  const {
    ref,
    subject,
    result,
    view,
    overlay,
    mix,
    onMix,
    region,
    baselineNote,
    currentNote,
    onRetry,
    scale,
    children,
  } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const current = result.currentImageUrl || null;
  const baseline = result.baselineImageUrl;
  const mask = overlay.shown ? result.diffImageUrl : null;

  const stage = largest([
    sizes[current ?? ''] ?? result.headSize ?? undefined,
    sizes[baseline ?? ''] ?? result.baselineSize ?? undefined,
  ]);
  const panZoom = usePanZoom(wrapper, scale, subject, view, stage, region);
  useImperativeHandle(ref, () => ({
    zoom: (factor) => panZoom?.zoom(factor),
    fit: () => panZoom?.fit(),
    actualSize: () => panZoom?.actualSize(),
    show: (box) => panZoom?.showBox(box),
  }));

  const remember = (url: string) => (size: Size) =>
    setSizes((known) => (known[url] ? known : { ...known, [url]: size }));
  const image = (url: string, alt: string, size: Size | null, className = '') => (
    <SnapshotImage
      key={url}
      url={url}
      alt={alt}
      size={size}
      className={`bg-white ${className}`}
      onSize={remember(url)}
      onRetry={onRetry}
    />
  );
  const frame = region && (
    <span data-testid="region" aria-hidden="true" className="region" style={boxStyle(region)} />
  );
  const maskLayer = mask && (
    <SnapshotImage
      key={mask}
      url={mask}
      alt="Changed pixels"
      testId="mask"
      className="tinted [image-rendering:pixelated]"
      style={{ opacity: overlay.opacity }}
      onRetry={onRetry}
    />
  );
  const currentImage = current && (
    <>
      {image(
        current,
        `Current: ${result.name}`,
        result.headSize,
        mask && view === 'difference' ? 'dimmed' : '',
      )}
      {maskLayer}
      {frame}
    </>
  );
  const baselineImage = baseline && (
    <>
      {image(baseline, `Baseline: ${result.name}`, result.baselineSize)}
      {frame}
    </>
  );
  const currentPane = currentImage ? (
    <Pane
      key="current"
      title={view === 'difference' ? 'Difference' : 'Current'}
      note={view === 'difference' ? differenceNote(result) : currentNote}
      size={sizes[current] ?? result.headSize}
      stage={stage}
    >
      {currentImage}
    </Pane>
  ) : (
    <EmptyPane key="current" title="Current">
      This snapshot is gone: the new capture does not have it.
    </EmptyPane>
  );
  const baselinePane = baselineImage ? (
    <Pane
      key="baseline"
      title="Baseline"
      note={baselineNote}
      size={sizes[baseline] ?? result.baselineSize}
      stage={stage}
    >
      {baselineImage}
    </Pane>
  ) : (
    <EmptyPane key="baseline" title="Baseline">
      No baseline yet. Approving makes this image the baseline.
    </EmptyPane>
  );
  // Two images on one stage need both of them.
  const shown = (view === 'swipe' || view === 'onion') && !(current && baseline) ? 'side' : view;

  return (
    <div ref={wrapper} data-view={view} className="relative flex min-h-0 flex-1">
      <svg aria-hidden="true" className="absolute size-0">
        <filter id="overlay-tint" colorInterpolationFilters="sRGB">
          <feFlood floodColor={overlay.color} />
          <feComposite in2="SourceAlpha" operator="in" />
        </filter>
      </svg>
      <div className="flex min-h-0 min-w-0 flex-1 divide-line max-md:flex-col max-md:divide-y md:divide-x">
        {(shown === 'side' || shown === 'baseline') && baselinePane}
        {(shown === 'side' || shown === 'current' || shown === 'difference') && currentPane}
        {shown === 'swipe' && (
          <Swipe
            stage={stage}
            baseline={baselineImage}
            current={currentImage}
            split={1 - mix}
            onSplit={(share) => onMix(1 - share)}
          />
        )}
        {shown === 'onion' && (
          <Pane title="Current over baseline" note={`${Math.round(mix * 100)} % current`} stage={stage}>
            {baselineImage}
            <div data-testid="onion" className="absolute inset-0" style={{ opacity: mix }}>
              {currentImage}
            </div>
          </Pane>
        )}
      </div>
      <Inspector wrapper={wrapper} current={current} baseline={baseline} />
      {children}
    </div>
  );
}

function largest(sizes: (Size | undefined)[]): Size {
  const known = sizes.filter((size) => size !== undefined);
  if (known.length === 0) return unknown;
  return {
    width: Math.max(...known.map(({ width }) => width)),
    height: Math.max(...known.map(({ height }) => height)),
  };
}

const boxStyle = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

const differenceNote = ({ diffImageUrl, baselineImageUrl }: ReviewItem) => {
  if (diffImageUrl) return 'changed pixels over the current image';
  return baselineImageUrl ? 'no pixel differs' : 'there is no baseline to compare with';
};
