import type { DiffResult } from '@svc/schema';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { sameOriginUrl } from '../client/sameOriginUrl.js';
import { EmptyPane, Pane } from './Pane.js';
import { Picture } from './Picture.js';
import type { Size } from './transform.js';
import { usePanZoom } from './usePanZoom.js';
import type { View } from './views.js';

export interface ViewerHandle {
  zoom: (factor: number) => void;
  fit: () => void;
  actualSize: () => void;
}

interface Props {
  ref: Ref<ViewerHandle>;
  /** Identity of the result: another one starts fitted. */
  subject: string;
  result: DiffResult;
  view: View;
  overlay: boolean;
  /** Words on where the baseline comes from. */
  baselineNote: string;
  onRetry: () => void;
  /** Where the scale is written, without rendering. */
  scale: RefObject<HTMLElement | null>;
  /** Lies over the pictures. */
  children?: ReactNode;
}

const unknown: Size = { width: 800, height: 600 };

/** The pictures of one result. All panes share one pan and zoom. */
export function Viewer(props: Props) {
  const { ref, subject, result, view, overlay, baselineNote, onRetry, scale, children } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const current = sameOriginUrl(result.currentImageUrl);
  const baseline = sameOriginUrl(result.baselineImageUrl);
  const mask = sameOriginUrl(result.diffImageUrl);

  const stage = largest([sizes[current ?? ''], sizes[baseline ?? ''], announced(result)]);
  const panZoom = usePanZoom(wrapper, scale, subject, view, stage);
  useImperativeHandle(ref, () => ({
    zoom: (factor) => panZoom?.zoom(factor),
    fit: () => panZoom?.fit(),
    actualSize: () => panZoom?.actualSize(),
  }));

  const remember = (url: string) => (size: Size) =>
    setSizes((known) => (known[url] ? known : { ...known, [url]: size }));
  const picture = (url: string, alt: string, dimmed = false) => (
    <Picture
      key={url}
      url={url}
      alt={alt}
      className={dimmed ? 'dimmed bg-white' : 'bg-white'}
      onSize={remember(url)}
      onRetry={onRetry}
    />
  );

  const currentPane = current ? (
    <Pane
      key="current"
      title={view === 'difference' ? 'Difference' : 'Current'}
      note={view === 'difference' ? differenceNote(result) : sizeNote(sizes[current])}
      stage={stage}
    >
      {picture(current, `Current: ${result.name}`, overlay && mask !== null && view === 'difference')}
      {overlay && mask && (
        <Picture
          key={mask}
          url={mask}
          alt="Changed pixels"
          testId="mask"
          className="[image-rendering:pixelated]"
          onRetry={onRetry}
        />
      )}
    </Pane>
  ) : (
    <EmptyPane key="current" title="Current">
      This snapshot is gone: the new capture does not have it.
    </EmptyPane>
  );
  const baselinePane = baseline ? (
    <Pane key="baseline" title="Baseline" note={baselineNote} stage={stage}>
      {picture(baseline, `Baseline: ${result.name}`)}
    </Pane>
  ) : (
    <EmptyPane key="baseline" title="Baseline">
      No baseline yet. Approving makes this picture the baseline.
    </EmptyPane>
  );

  return (
    <div ref={wrapper} data-view={view} className="relative flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 divide-line max-md:flex-col max-md:divide-y md:divide-x">
        {(view === 'side' || view === 'baseline') && baselinePane}
        {(view === 'side' || view === 'current' || view === 'difference') && currentPane}
      </div>
      {children}
    </div>
  );
}

const announced = ({ width, height }: DiffResult): Size | undefined =>
  width && height ? { width, height } : undefined;

function largest(sizes: (Size | undefined)[]): Size {
  const known = sizes.filter((size) => size !== undefined);
  if (known.length === 0) return unknown;
  return {
    width: Math.max(...known.map(({ width }) => width)),
    height: Math.max(...known.map(({ height }) => height)),
  };
}

const differenceNote = ({ diffImageUrl, baselineImageUrl }: DiffResult) => {
  if (diffImageUrl) return 'changed pixels over the current picture';
  return baselineImageUrl ? 'no pixel differs' : 'there is no baseline to compare with';
};

const sizeNote = (size: Size | undefined) => (size ? `${size.width} × ${size.height}` : undefined);
