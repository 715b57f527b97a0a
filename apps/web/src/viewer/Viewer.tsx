import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { type LeveledRows, levelRows, stageRegion } from './alignment/levelRows.js';
import { BaselineImage, BaselinePane } from './BaselinePane.js';
import { BlinkPane } from './BlinkPane.js';
import { CurrentImage, CurrentPane } from './CurrentPane.js';
import type { Drawn, Overlay } from './Drawn.js';
import { Inspector } from './Inspector.js';
import { Ruler } from './overview/Ruler.js';
import { Pane } from './Pane.js';
import { Swipe } from './Swipe.js';
import type { Box, Size } from './transform.js';
import { usePanZoom } from './usePanZoom.js';
import { useSteppedRegions } from './useSteppedRegions.js';
import { type Background, isOverlaid, type View } from './views.js';

export interface ViewerHandle {
  zoom: (factor: number) => void;
  fit: () => void;
  actualSize: () => void;
  /** Brings a changed region into the middle, as large as it may be. */
  showRegion: (index: number) => void;
}

interface Props {
  ref: Ref<ViewerHandle>;
  /** Identity of the result: another one starts on its changes. */
  subject: string;
  result: ReviewItem;
  view: View;
  /** Whether rows that both images have are drawn level, with gaps for those that only one has. */
  isLevel: boolean;
  /** What shows through transparent pixels. */
  background: Background;
  overlay: Overlay;
  /** How much of the current image is shown where both are on one stage, 0 to 1. */
  mix: number;
  onMix: (share: number) => void;
  /** Boxes of elements to mark, in pixels of each image; null for none. */
  marked: { before: readonly Box[]; after: readonly Box[] } | null;
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
  onRegion: (index: number) => void;
  /** Where the images come from. */
  baselineNote: ReactNode;
  currentNote: ReactNode;
  onRetry: () => void;
  /** Where the scale is written, without rendering. */
  scale: RefObject<HTMLElement | null>;
  layer?: Drawn['layer'];
  /** Lies over the images. */
  children?: ReactNode;
}

const unknown: Size = { width: 800, height: 600 };
/** How many times wider than high images are that lie above each other, not side by side. */
const strip = 3;

/** The images of one result. All panes share one pan and zoom. */
export function Viewer(props: Props) {
  const { ref, subject, result, view, background, overlay, scale, children } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const { stage, rows, onSize, sizeOf } = useStage(result, props.isLevel);
  const regions = (result.regions ?? []).map((region) => (rows ? stageRegion(rows, region) : region));
  const region = regions[props.region] ?? null;
  const chosen = result.regions?.[props.region];
  const panZoom = usePanZoom(wrapper, scale, { name: subject, view, image: stage, regions, focus: region });
  const stepped = useSteppedRegions(subject, props.region);
  useImperativeHandle(ref, () => ({
    zoom: (factor) => panZoom.zoom(factor),
    fit: () => panZoom.fit(),
    actualSize: () => panZoom.actualSize(),
    showRegion: (index) => regions[index] && panZoom.showBox(regions[index], { smooth: true }),
  }));
  const drawn: Drawn = {
    result,
    rows,
    overlay,
    isDifference: view === 'difference',
    unseen: regions.filter((_, index) => !stepped.has(index)),
    region,
    // A comparison of an older service does not say where a region is in the baseline.
    baselineRegion: rows || !chosen?.kind ? region : chosen.base,
    layer: props.layer,
    marked: props.marked,
    onSize,
    onRetry: props.onRetry,
  };
  const isStrip = stage.width >= stage.height * strip;

  return (
    <div
      ref={wrapper}
      data-view={view}
      data-background={background}
      className="relative flex min-h-0 min-w-0 flex-1"
    >
      <OverlayTint color={overlay.color} />
      <div
        data-stacked={isStrip}
        className="flex min-h-0 min-w-0 flex-1 divide-line max-md:flex-col max-md:divide-y data-[stacked=true]:flex-col data-[stacked=true]:divide-y md:data-[stacked=false]:divide-x"
      >
        <Panes {...props} drawn={drawn} stage={stage} sizeOf={sizeOf} />
      </div>
      {(regions.length > 0 || stage.height > stage.width) && (
        <Ruler
          result={result}
          rows={rows}
          stage={stage}
          regions={regions}
          region={props.region}
          onRegion={props.onRegion}
          onScroll={(share) => panZoom.scrollTo(share)}
        />
      )}
      <Inspector
        wrapper={wrapper}
        rows={rows}
        current={result.currentImageUrl}
        baseline={result.baselineImageUrl}
      />
      {children}
    </div>
  );
}

interface PanesProps extends Props {
  drawn: Drawn;
  stage: Size;
  sizeOf: (url: string | null) => Size | undefined;
}

function Panes({ drawn, stage, sizeOf, result, view, mix, onMix, baselineNote, currentNote }: PanesProps) {
  const { currentImageUrl: current, baselineImageUrl: baseline } = result;
  const shown = isOverlaid(view) && !(current && baseline) ? 'side' : view;
  const both = { baseline: <BaselineImage {...drawn} />, current: <CurrentImage {...drawn} /> };
  return (
    <>
      {(shown === 'side' || shown === 'baseline') && (
        <BaselinePane {...drawn} note={baselineNote} size={sizeOf(baseline)} stage={stage} />
      )}
      {(shown === 'side' || shown === 'current' || shown === 'difference') && (
        <CurrentPane {...drawn} note={currentNote} size={sizeOf(current)} stage={stage} />
      )}
      {shown === 'swipe' && (
        <Swipe stage={stage} {...both} split={1 - mix} onSplit={(share) => onMix(1 - share)} />
      )}
      {shown === 'onion' && (
        <Pane title="Current over baseline" note={`${Math.round(mix * 100)}% current`} stage={stage}>
          {both.baseline}
          <div data-testid="onion" className="absolute inset-0" style={{ opacity: mix }}>
            {both.current}
          </div>
        </Pane>
      )}
      {shown === 'blink' && <BlinkPane stage={stage} {...both} />}
    </>
  );
}

/** How large the stage is and where the rows of the images are drawn on it, by what is known of their sizes. */
function useStage(result: ReviewItem, isLevel: boolean) {
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const sizeOf = (url: string | null) => sizes[url ?? ''];
  const onSize = (url: string, size: Size) =>
    setSizes((known) => (known[url] ? known : { ...known, [url]: size }));
  const current = sizeOf(result.currentImageUrl) ?? result.headSize;
  const baseline = sizeOf(result.baselineImageUrl) ?? result.baselineSize;
  const changes = isLevel ? result.rowChanges : null;
  const rows = useMemo(
    (): LeveledRows | null =>
      changes?.length && current && baseline
        ? levelRows(changes, { baseline: baseline.height, current: current.height })
        : null,
    [changes, current, baseline],
  );
  const largestOf = largest([current, baseline]);
  const stage = rows ? { ...largestOf, height: rows.height } : largestOf;
  return { stage, rows, onSize, sizeOf };
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
