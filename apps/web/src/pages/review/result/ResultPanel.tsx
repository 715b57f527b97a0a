import type { Origin } from '@svc/schema';
import { type Ref, useRef } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Viewer, type ViewerHandle } from '../../../viewer/Viewer.js';
import type { View } from '../../../viewer/views.js';
import type { ReviewControls } from '../actions/actions.js';
import { DecisionButtons } from '../decisions/DecisionButtons.js';
import { slotKey } from '../decisions/slotKey.js';
import { useStoredText } from '../useStoredText.js';
import { baselineWords } from './baselineWords.js';
import { OriginLink } from './OriginLink.js';
import { ResultHead } from './ResultHead.js';
import { ViewBar } from './ViewBar.js';
import { ZoomBar } from './ZoomBar.js';

interface Props {
  viewer: Ref<ViewerHandle>;
  /** `org/project`. */
  project: string;
  /** The capture that the diff is about. */
  head: Origin;
  result: ReviewItem;
  position: number;
  count: number;
  siblings: number;
  alike: number;
  view: View;
  overlay: boolean;
  /** How much of the current image is shown, 0 to 1, where both are on one stage. */
  mix: number;
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
  enabled: boolean;
  review: ReviewControls;
  onRevoke: () => void;
  refetch: () => void;
}

/** One result: what it is, its images, and the decision. */
export function ResultPanel(props: Props) {
  const { viewer, project, head, result, position, count, siblings, alike, view, overlay, mix, region } =
    props;
  const { enabled, review, onRevoke, refetch } = props;
  const [color, setColor] = useStoredText('svc.overlay.color', '#ff0080');
  const [opacity, setOpacity] = useStoredText('svc.overlay.opacity', '0.8');
  const regions = result.regions ?? [];
  const scale = useRef<HTMLSpanElement>(null);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_minmax(0,1fr)] [grid-template-areas:'head_decide'_'tools_tools'_'viewer_viewer'] max-md:grid-cols-1 max-md:grid-rows-[auto_auto_minmax(0,1fr)_auto] max-md:[grid-template-areas:'head'_'tools'_'viewer'_'decide']">
      <div className="contents [&>*]:px-4 md:[&>*]:px-5 [&>:first-child]:pt-4">
        <ResultHead
          result={result}
          position={position}
          count={count}
          siblings={siblings}
          alike={alike}
          project={project}
          head={head}
          review={review}
        />
        <div className="border-line border-b py-3 [grid-area:tools]">
          <ViewBar
            view={view}
            overlay={overlay}
            hasMask={result.diffImageUrl !== null}
            color={color}
            onColor={setColor}
            opacity={Number(opacity)}
            onOpacity={(value) => setOpacity(String(value))}
            mix={mix}
            region={region}
            regionCount={regions.length}
            review={review}
          />
        </div>
        <DecisionButtons result={result} review={review} enabled={enabled} onRevoke={onRevoke} />
      </div>
      <div className="flex min-h-0 min-w-0 [grid-area:viewer]">
        <Viewer
          ref={viewer}
          scale={scale}
          subject={slotKey(result)}
          result={result}
          view={view}
          overlay={{ shown: overlay, color, opacity: Number(opacity) }}
          mix={mix}
          onMix={(share) => review.mix(share)}
          region={regions[region] ?? null}
          baselineNote={
            result.baselineOrigin ? (
              <OriginLink project={project} origin={result.baselineOrigin} />
            ) : (
              baselineWords(result.baselineSource)
            )
          }
          currentNote={<OriginLink project={project} origin={result.carriedFrom ?? head} />}
          onRetry={refetch}
        >
          <ZoomBar scale={scale} review={review} />
        </Viewer>
      </div>
    </div>
  );
}
