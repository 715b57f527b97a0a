import type { ReactNode } from 'react';
import { CommandLine } from '../ui/CommandLine.js';

/** What to do when the service is empty. The page notices the first project by itself. */
export function FirstRun() {
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 font-semibold text-3xl tracking-tight">Your first capture</h1>
      <p className="mb-8 text-muted">
        There is no project yet. Three commands bring you from an empty server to pictures of every story.
      </p>
      <ol className="space-y-8">
        <Step number={1} title="Make a project and its API key, on the machine of the server">
          <CommandLine command="svc-server keys create acme/web" />
        </Step>
        <Step number={2} title="Tell the CLI where the server is, with the key that was printed">
          <CommandLine command={`export SVC_API_URL=${window.location.origin}\nexport SVC_API_KEY=svc_…`} />
        </Step>
        <Step number={3} title="Capture a built Storybook as the first baselines">
          <CommandLine command="svc stories-a ./storybook-static --auto-baseline" />
          <p className="mt-3 text-muted text-sm">
            A Ladle build works with <code className="font-mono">svc stories-b</code>, a folder of PNG files
            with <code className="font-mono">svc upload</code>. Run it again after a change, without{' '}
            <code className="font-mono">--auto-baseline</code>, and it prints the link to the review.
          </p>
        </Step>
      </ol>
      <p role="status" className="mt-10 flex items-center gap-3 text-muted text-sm">
        <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
        Waiting for the first project. It appears here by itself.
      </p>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-on-accent text-sm"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="mb-3 pt-1 font-medium">{title}</h2>
        {children}
      </div>
    </li>
  );
}
