import type { CaptureSummary, DiffSummary } from '@svc/schema';
import { useState } from 'react';
import { CommandLine } from '../../../ui/CommandLine.js';
import { Icon } from '../../../ui/Icon.js';
import { Arrival } from './Arrival.js';
import { KeyMaker } from './KeyMaker.js';
import { Step } from './Step.js';
import { setUpCommand, type Way, ways } from './ways.js';

interface Props {
  org: string;
  project: string;
  /** What has arrived so far, newest first. */
  captures: readonly CaptureSummary[];
  diffs: readonly DiffSummary[];
  onLeave: () => void;
}

/** From an empty project to the review of a first upload, which it notices automatically. */
export function ProjectGuide({ org, project, captures, diffs, onLeave }: Props) {
  const [way, setWay] = useState<Way['key']>('stories');
  const [apiKey, setApiKey] = useState<string | null>(null);
  const chosen = ways.find(({ key }) => key === way) ?? ways[0];
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-2 break-words font-semibold text-3xl tracking-tight">
        The first images of {project}
      </h1>
      <p className="mb-8 max-w-2xl text-muted">
        Upload what your project looks like now, review it once and approve it. From then on, you see only
        what changes.
      </p>
      <ol className="space-y-9">
        <Step number={1} title="Choose where the images come from">
          <fieldset>
            <legend className="sr-only">Where the images come from</legend>
            <div className="grid gap-3 sm:grid-cols-3">
              {ways.map(({ key, icon, title, what }) => (
                <label
                  key={key}
                  className="flex cursor-pointer flex-col rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
                >
                  <span className="mb-1.5 flex items-center gap-2 font-medium text-sm">
                    <input
                      type="radio"
                      name="way"
                      value={key}
                      checked={key === way}
                      onChange={() => setWay(key)}
                      className="sr-only"
                    />
                    <Icon name={icon} className="text-accent" />
                    {title}
                  </span>
                  <span className="text-muted text-xs">{what}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </Step>
        <Step number={2} title="Create an API key for the project" isDone={apiKey !== null}>
          <KeyMaker org={org} project={project} apiKey={apiKey} onMade={setApiKey} />
        </Step>
        <Step number={3} title="Configure the command line in your repository">
          <CommandLine command={setUpCommand(window.location.origin, apiKey)} />
          <p className="mt-3 text-muted text-sm">
            <a href="/install" className="text-accent underline">
              With pnpm, yarn or bun
            </a>
            , and how to use it in CI
          </p>
        </Step>
        {chosen && (
          <Step number={4} title="Send the images">
            <CommandLine command={chosen.commands.join('\n')} />
            <p className="mt-3 break-words text-muted text-sm">{chosen.note}</p>
          </Step>
        )}
        <Step number={5} title="Look at them" isDone={diffs.some(({ status }) => status === 'completed')}>
          <Arrival org={org} project={project} captures={captures} diffs={diffs} onLeave={onLeave} />
        </Step>
      </ol>
    </div>
  );
}
