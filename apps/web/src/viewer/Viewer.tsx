import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { BaselineImage, BaselinePane } from './BaselinePane.js';
import { CurrentImage, CurrentPane, type Overlay } from './CurrentPane.js';
import { Inspector } from './Inspector.js';
import { Pane } from './Pane.js';
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
  overlay: Overlay;
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
  const { ref, subject, result, view, overlay, mix, onMix, region, onRetry, scale, children } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const current = result.currentImageUrl || null;
  const baseline = result.baselineImageUrl;
  const currentSize = sizes[current ?? ''];
  const baselineSize = sizes[baseline ?? ''];
  const stage = largest([currentSize ?? result.headSize, baselineSize ?? result.baselineSize]);
  const panZoom = usePanZoom(wrapper, scale, { name: subject, view, image: stage, focus: region });
  useImperativeHandle(ref, () => ({
    zoom: (factor) => panZoom.zoom(factor),
    fit: () => panZoom.fit(),
    actualSize: () => panZoom.actualSize(),
    show: (box) => panZoom.showBox(box),
  }));
  const onSize = (url: string, size: Size) =>
    setSizes((known) => (known[url] ? known : { ...known, [url]: size }));
  const ofBaseline = { result, region, onSize, onRetry };
  const ofCurrent = { ...ofBaseline, overlay, isDifference: view === 'difference' };
  // Two images on one stage need both of them.
  const shown = (view === 'swipe' || view === 'onion') && !(current && baseline) ? 'side' : view;

  return (
    <div ref={wrapper} data-view={view} className="relative flex min-h-0 flex-1">
      <OverlayTint color={overlay.color} />
      <div className="flex min-h-0 min-w-0 flex-1 divide-line max-md:flex-col max-md:divide-y md:divide-x">
        {(shown === 'side' || shown === 'baseline') && (
          <BaselinePane {...ofBaseline} note={props.baselineNote} size={baselineSize} stage={stage} />
        )}
        {(shown === 'side' || shown === 'current' || shown === 'difference') && (
          <CurrentPane {...ofCurrent} note={props.currentNote} size={currentSize} stage={stage} />
        )}
        {shown === 'swipe' && (
          <Swipe
            stage={stage}
            baseline={<BaselineImage {...ofBaseline} />}
            current={<CurrentImage {...ofCurrent} />}
            split={1 - mix}
            onSplit={(share) => onMix(1 - share)}
          />
        )}
        {shown === 'onion' && (
          <Pane title="Current over baseline" note={`${Math.round(mix * 100)} % current`} stage={stage}>
            <BaselineImage {...ofBaseline} />
            <div data-testid="onion" className="absolute inset-0" style={{ opacity: mix }}>
              <CurrentImage {...ofCurrent} />
            </div>
          </Pane>
        )}
      </div>
      <Inspector wrapper={wrapper} current={current} baseline={baseline} />
      {children}
    </div>
  );
}

/** Gives the opaque pixels of a mask their color. */
const OverlayTint = ({ color }: { color: string }) => (
  <svg aria-hidden="true" className="absolute size-0">
    <filter id="overlay-tint" colorInterpolationFilters="sRGB">
      <feFlood floodColor={color} />
      <feComposite in2="SourceAlpha" operator="in" />
    </filter>
  </svg>
);

function largest(sizes: (Size | null)[]): Size {
  const known = sizes.filter((size) => size !== null);
  if (known.length === 0) return unknown;
  return {
    width: Math.max(...known.map(({ width }) => width)),
    height: Math.max(...known.map(({ height }) => height)),
  };
}
