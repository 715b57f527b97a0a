import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** What it is about. */
  about?: ReactNode;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One subject of a settings page. */
export function Panel({ title, about, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {about && <p className="mt-1 max-w-prose text-muted text-sm">{about}</p>}
        </div>
        {action}
      </div>
      <div className="rounded-2xl border border-line bg-surface shadow-card">{children}</div>
    </section>
  );
}

/** Nothing to show in a panel, and why. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="px-5 py-8 text-center text-muted text-sm">{children}</p>
);
