import type { DetailedCause, Origin } from '@svc/schema';
import { type Ref, Suspense, useRef, useState } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Viewer, type ViewerHandle } from '../../../viewer/Viewer.js';
import type { Background } from '../../../viewer/views.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewControls } from '../actions/actions.js';
import { PinLayer } from '../comments/lazyPanel.js';
import type { Commenting } from '../comments/useComments.js';
import { DecisionButtons } from '../decisions/DecisionButtons.js';
import { AreaLayer } from '../ignoring/lazyPanel.js';
import type { Ignoring } from '../ignoring/useIgnoring.js';
import type { Look } from '../model/lookOf.js';
import type { ReviewList } from '../model/reviewList.js';
import type { Selected } from '../model/Scene.js';
import { useStoredText } from '../page/useStoredText.js';
import { baselineWords } from './baselineWords.js';
import { Why } from './causes/Why.js';
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
  resultAt: ReviewList['resultAt'];
  look: Look;
  background: Background;
  /** Why nothing can be decided now; null where something can. */
  obstacle: string | null;
  comments: Commenting;
  ignoring: Ignoring;
  review: ReviewControls;
  refetch: () => void;
}

/** One result: what it is, its images, and the decision. */
export function ResultPanel({
  viewer,
  project,
  diff,
  selected,
  resultAt,
  look,
  background,
  obstacle,
  comments,
  ignoring,
  review,
  refetch,
}: Props) {
  const [color, setColor] = useStoredText('svc.overlay.color', '#ff0080');
  const [opacity, setOpacity] = useStoredText('svc.overlay.opacity', '0.6');
  const scale = useRef<HTMLSpanElement>(null);
  const [pointedAt, point] = useState<DetailedCause | null>(null);
  const { result, region } = selected;
  const threads = comments.threads.filter((thread) => slotKey(thread) === slotKey(result));
  const hasPins = comments.pin !== null || comments.isPlacing || threads.some(({ pin }) => pin !== null);
  const tint = { color, opacity: Number(opacity) };
  const head: Origin = { captureId: diff.headCaptureId, commit: diff.commit, branch: diff.branch };
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_minmax(0,1fr)] [grid-template-areas:'head_decide'_'tools_tools'_'viewer_viewer'] max-md:grid-cols-1 max-md:grid-rows-[auto_auto_minmax(0,1fr)_auto] max-md:[grid-template-areas:'head'_'tools'_'viewer'_'decide'] md:@max-xl:grid-cols-1 md:@max-xl:grid-rows-[auto_auto_auto_minmax(0,1fr)] md:@max-xl:[grid-template-areas:'head'_'decide'_'tools'_'viewer']">
        <div className="contents [&>*]:px-4 md:[&>*]:px-5 [&>:first-child]:pt-4 short:[&>:first-child]:pt-1">
          <ResultHead
            selected={selected}
            project={project}
            head={head}
            review={review}
            isFixed={obstacle !== null}
            comments={comments}
            ignoring={ignoring}
            why={
              <Why
                project={project}
                diff={diff}
                result={result}
                resultAt={resultAt}
                review={review}
                onPoint={point}
              />
            }
          />
          <div className="border-line border-b py-3 [grid-area:tools] short:py-1">
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
            marked={pointedAt?.boxes ?? null}
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
            layer={(side) => (
              <Suspense>
                {(ignoring.box !== null || ignoring.isPlacing) && (
                  <AreaLayer side={side} ignoring={ignoring} />
                )}
                {hasPins && (
                  <PinLayer
                    threads={threads}
                    image={result.headHash ?? result.baselineHash}
                    side={side}
                    comments={comments}
                  />
                )}
              </Suspense>
            )}
          >
            <ZoomBar scale={scale} review={review} />
          </Viewer>
        </div>
      </div>
    </div>
  );
}
