// biome-ignore lint/correctness/noUnusedImports: JSX becomes calls of it; Storybook shares no JSX runtime.
import React, { type ReactNode } from 'react';
import type { StoryResult } from '../protocol.js';
import { useLook } from './useLook.js';
import { Words } from './Words.js';

interface ResultProps {
  result: StoryResult;
  whyNotApprove: string | null;
  /** Where else it can be approved. */
  reviewUrl: string | null;
  approve(result: StoryResult): void;
  /** What approving does. */
  label: string;
}

/** A snapshot of the story: what became of it, its pictures, and the decision that is left. */
export function Result({ result, whyNotApprove, reviewUrl, approve, label }: ResultProps) {
  const look = useLook();
  const { slot, variant, text, isPending } = result;
  return (
    <article aria-label={slot.name} style={look.result}>
      <div style={look.bar}>
        {variant && <strong>{variant}</strong>}
        <span>{text}</span>
        {isPending && (
          <button
            type="button"
            style={whyNotApprove === null ? look.button : look.disabledButton}
            disabled={whyNotApprove !== null}
            onClick={() => approve(result)}
          >
            {label}
          </button>
        )}
        {isPending && whyNotApprove && (
          <span>
            <Words text={whyNotApprove} />{' '}
            {reviewUrl && (
              <a href={reviewUrl} target="_blank" rel="noreferrer" style={look.link}>
                Open the review
              </a>
            )}
          </span>
        )}
      </div>
      <Pictures result={result} />
    </article>
  );
}

function Pictures({
  result: { slot, status, baselineUrl, currentUrl, differenceUrl },
}: {
  result: StoryResult;
}) {
  const look = useLook();
  const image = (what: string, url: string) => (
    <img src={url} alt={`${what}: ${slot.name}`} style={look.image} />
  );
  // The same picture twice says nothing.
  if (status === 'unchanged')
    return currentUrl && <Figure caption="Baseline and current">{image('Current', currentUrl)}</Figure>;
  return (
    <div style={look.pictures}>
      {baselineUrl && <Figure caption="Baseline">{image('Baseline', baselineUrl)}</Figure>}
      {currentUrl && status !== 'skipped' && (
        <Figure caption="Current">{image('Current', currentUrl)}</Figure>
      )}
      {currentUrl && differenceUrl && (
        <Figure caption="Difference">
          <img src={currentUrl} alt="" style={look.dimmed} />
          <img src={differenceUrl} alt={`Difference: ${slot.name}`} style={look.mask} />
        </Figure>
      )}
    </div>
  );
}

function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  const look = useLook();
  return (
    <figure style={look.figure}>
      <figcaption>{caption}</figcaption>
      <div style={look.paper}>{children}</div>
    </figure>
  );
}
