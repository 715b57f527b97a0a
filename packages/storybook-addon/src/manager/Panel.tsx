// biome-ignore lint/correctness/noUnusedImports: JSX becomes calls of it; Storybook shares no JSX runtime.
import React from 'react';
import type { BuildSummary, Notice, StoryResult } from '../protocol.js';
import { Result } from './Result.js';
import { Tint } from './Tint.js';
import { useLook } from './useLook.js';
import { useSnapshots } from './useSnapshots.js';
import { Words } from './Words.js';

/** What the newest build of the branch, and runs on this machine, say of the story on screen. */
export function Panel() {
  const look = useLook();
  const { state, story, refresh, run, approve } = useSnapshots();
  if (!state) return <p style={look.page}>Asking Storybook's server about the newest build…</p>;
  const { build, notices, whyNotApprove } = state;
  const local = story?.local ?? null;
  const isRunning = local?.state === 'running';
  const section = { approve, whyNotApprove };
  return (
    <div style={look.page} data-testid="svc-panel">
      <Tint />
      <div style={look.bar}>
        <button
          type="button"
          style={isRunning ? look.disabledButton : look.button}
          onClick={run}
          disabled={isRunning}
        >
          {isRunning ? 'Running…' : 'Run this story'}
        </button>
        <button type="button" style={look.button} onClick={refresh}>
          Refresh
        </button>
        {build && <BuildLine build={build} />}
      </div>
      {notices.map((notice) => (
        <NoticeBox key={notice.text} notice={notice} />
      ))}
      {story?.problem && <NoticeBox notice={{ tone: 'problem', text: story.problem }} />}
      {local && (
        <section aria-label="On this machine">
          <h2 style={look.heading}>On this machine</h2>
          {isRunning && <p style={look.line}>Taking the snapshots of this story…</p>}
          {local.problem && <NoticeBox notice={local.problem} />}
          <Results
            results={local.results}
            {...section}
            reviewUrl={local.reviewUrl}
            label="Approve for my local runs"
          />
        </section>
      )}
      {story?.results && build && (
        <section aria-label="Newest build">
          <h2 style={look.heading}>Newest build</h2>
          {story.results.length === 0 && <p style={look.line}>The build has no snapshot of this story.</p>}
          <Results
            results={story.results}
            {...section}
            reviewUrl={build.reviewUrl}
            label={`Approve for ${build.branch}`}
          />
        </section>
      )}
    </div>
  );
}

interface ResultsProps {
  results: readonly StoryResult[];
  whyNotApprove: string | null;
  reviewUrl: string | null;
  approve(result: StoryResult): void;
  label: string;
}

function Results({ results, ...props }: ResultsProps) {
  return results.map((result) => <Result key={JSON.stringify(result.slot)} result={result} {...props} />);
}

function BuildLine({ build: { branch, commit, pending, reviewUrl } }: { build: BuildSummary }) {
  const look = useLook();
  const left = pending === 0 ? 'nothing to review' : `${pending} to review`;
  return (
    <span>
      Newest build of {branch}
      {commit && ` at ${commit.slice(0, 7)}`}: {left}.{' '}
      {reviewUrl && (
        <a href={reviewUrl} target="_blank" rel="noreferrer" style={look.link}>
          Open the review
        </a>
      )}
    </span>
  );
}

function NoticeBox({ notice: { tone, text, command } }: { notice: Notice }) {
  const look = useLook();
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      style={tone === 'problem' ? look.problem : look.notice}
    >
      <Words text={text} />
      {command && <code style={look.command}>{command}</code>}
    </div>
  );
}
