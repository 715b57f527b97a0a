import type { Origin } from '@svc/schema';
import { type Ref, useRef } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Viewer, type ViewerHandle } from '../../../viewer/Viewer.js';
import type { Background } from '../../../viewer/views.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewControls } from '../actions/actions.js';
import { DecisionButtons } from '../decisions/DecisionButtons.js';
import type { Look } from '../model/lookOf.js';
import type { Selected } from '../model/Scene.js';
import { useStoredText } from '../page/useStoredText.js';
import { baselineWords } from './baselineWords.js';
import { OriginLink } from './OriginLink.js';
import { ResultHead } from './ResultHead.js';
import { ViewBar } from './ViewBar.js';
import { ZoomBar } from './ZoomBar.js';

interface Props {
  viewer: Ref<ViewerHandle>;
  /** `org/project`. */
  project: string;
  diff: ReviewDiff;
  selected: Selected;
  look: Look;
  background: Background;
  /** Why nothing can be decided now; null where something can. */
  obstacle: string | null;
  review: ReviewControls;
  refetch: () => void;
}

/** One result: what it is, its images, and the decision. */
export function ResultPanel({
  viewer,
  project,
  diff,
  selected,
  look,
  background,
  obstacle,
  review,
  refetch,
}: Props) {
  const [color, setColor] = useStoredText('svc.overlay.color', '#ff0080');
  const [opacity, setOpacity] = useStoredText('svc.overlay.opacity', '0.6');
  const scale = useRef<HTMLSpanElement>(null);
  const { result, region } = selected;
  const tint = { color, opacity: Number(opacity) };
  const head: Origin = { captureId: diff.headCaptureId, commit: diff.commit, branch: diff.branch };
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_minmax(0,1fr)] [grid-template-areas:'head_decide'_'tools_tools'_'viewer_viewer'] max-md:grid-cols-1 max-md:grid-rows-[auto_auto_minmax(0,1fr)_auto] max-md:[grid-template-areas:'head'_'tools'_'viewer'_'decide']">
      <div className="contents [&>*]:px-4 md:[&>*]:px-5 [&>:first-child]:pt-4">
        <ResultHead
          selected={selected}
          project={project}
          head={head}
          review={review}
          isFixed={obstacle !== null}
        />
        <div className="border-line border-b py-3 [grid-area:tools]">
          <ViewBar
            look={look}
            hasRows={Boolean(result.rowChanges?.length)}
            hasMask={result.diffImageUrl !== null}
            tint={tint}
            onColor={setColor}
            onOpacity={(value) => setOpacity(String(value))}
            region={region}
            regionCount={result.regions?.length ?? 0}
            review={review}
          />
        </div>
        <DecisionButtons result={result} review={review} obstacle={obstacle} />
      </div>
      <div className="flex min-h-0 min-w-0 [grid-area:viewer]">
        <Viewer
          ref={viewer}
          scale={scale}
          subject={slotKey(result)}
          result={result}
          view={look.view}
          isLevel={look.isLevel}
          background={background}
          overlay={{ shown: look.overlay, ...tint }}
          mix={look.mix}
          onMix={(share) => review.mix(share)}
          region={region}
          onRegion={review.chooseRegion}
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
