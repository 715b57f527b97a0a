import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ReviewDiff } from '../../client/presentReview.js';
import { captureProgressQuery } from '../../client/queries.js';
import { CommentsPanel } from './comments/lazyPanel.js';
import { OpenThreads } from './comments/OpenThreads.js';
import { NoteField } from './decisions/NoteField.js';
import { UnsentBar } from './decisions/UnsentBar.js';
import { IgnoringPanel } from './ignoring/lazyPanel.js';
import { ListPane } from './list/ListPane.js';
import { peekedLook } from './model/lookOf.js';
import { Banners } from './page/Banners.js';
import { NothingToShow } from './page/NothingToShow.js';
import { ReviewDialogs } from './page/ReviewDialogs.js';
import { ReviewHeader } from './page/ReviewHeader.js';
import { ToastBar } from './page/ToastBar.js';
import { useReview } from './page/useReview.js';
import { ResultPanel } from './result/ResultPanel.js';

interface Props {
  org: string;
  project: string;
  diff: ReviewDiff;
  refetch: () => void;
}

export function Review({ org, project, diff, refetch }: Props) {
  const slug = `${org}/${project}`;
  const page = useReview(org, project, diff);
  const { comments, ignoring, model, people, review, parts, peeking, background, dialogs, toasts } = page;
  const { dismiss, reDiff, reDiffing, note, closeNote } = page;
  const { data: head } = useQuery({
    ...captureProgressQuery(slug, diff.headCaptureId),
    enabled: diff.status === 'processing',
  });
  const capture = diff.status === 'processing' ? head : undefined;
  const { search, selected } = model;
  // On a narrow screen the list and the result take turns; a chosen result is what says whose turn it is.
  const isOpen = search.result !== undefined;
  const isEmpty = model.list.shown.length === 0;
  const closePanel = (panel: { close: () => boolean }) => {
    panel.close();
    parts.scroller.current?.focus({ preventScroll: true });
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <ReviewHeader
        org={org}
        project={project}
        diff={diff}
        isOpen={isOpen}
        obstacle={model.obstacle}
        people={people}
        review={review}
      />
      <Banners diff={diff} capture={capture} onReDiff={reDiff} reDiffing={reDiffing} />
      <UnsentBar diffId={diff.id} />
      <main className={`relative flex min-h-0 flex-1 ${isEmpty ? 'max-md:flex-col' : ''}`}>
        <OpenThreads value={comments.open}>
          <ListPane scene={model} parts={parts} review={review} className={isOpen ? 'max-md:hidden' : ''} />
        </OpenThreads>
        <section
          aria-label="Result"
          className={`flex min-h-0 min-w-0 flex-1 flex-col ${isOpen || isEmpty ? '' : 'max-md:hidden'}`}
        >
          {selected ? (
            <ResultPanel
              viewer={parts.viewer}
              project={slug}
              diff={diff}
              selected={selected}
              resultAt={model.list.resultAt}
              look={peeking ? peekedLook(search) : model.look}
              background={background}
              obstacle={model.obstacle}
              comments={comments}
              ignoring={ignoring}
              review={review}
              refetch={refetch}
            />
          ) : (
            <NothingToShow diff={diff} capture={capture} review={review} onReDiff={reDiff} />
          )}
        </section>
        {ignoring.isShown && selected && (
          <Suspense>
            <IgnoringPanel
              org={org}
              project={slug}
              diffId={diff.id}
              suite={diff.suite}
              result={selected.result}
              region={selected.region}
              ignoring={ignoring}
              onReDiff={diff.status === 'processing' ? null : reDiff}
              onIgnoreChange={review.ignoreChange}
              onClose={() => closePanel(ignoring)}
            />
          </Suspense>
        )}
        {comments.isShown && !ignoring.isShown && selected && (
          <Suspense>
            <CommentsPanel
              org={org}
              project={slug}
              diffId={diff.id}
              results={diff.results}
              result={selected.result}
              region={selected.region}
              comments={comments}
              onChooseResult={review.chooseResult}
              onClose={() => closePanel(comments)}
            />
          </Suspense>
        )}
      </main>
      <ToastBar org={org} project={project} toasts={toasts} review={review} dismiss={dismiss} />
      {note && <NoteField note={note} onSave={review.saveNote} onClose={closeNote} />}
      <ReviewDialogs scene={model} review={review} dialogs={dialogs} />
    </div>
  );
}
