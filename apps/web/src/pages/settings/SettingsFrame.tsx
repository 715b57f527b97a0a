import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.js';
import { Shell } from '../../ui/Shell.js';

interface Section {
  label: string;
  icon: IconName;
  /** Last part of the path; undefined for the first section. */
  section: string | undefined;
}

interface Props {
  title: string;
  trail: ReactNode;
  sections: readonly Section[];
  /** The section that is shown. */
  current: string | undefined;
  /** Route of the page, whose parameters but `section` stay. */
  to: '/$org/$project/settings/{-$section}' | '/organisations/$org/{-$section}';
  params: { org: string; project: string };
  /** Below the sections. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Settings: the sections beside the one that is shown. */
export function SettingsFrame({ title, trail, sections, current, to, params, aside, children }: Props) {
  return (
    <Shell trail={trail}>
      <h1 className="mb-6 break-words font-semibold text-2xl tracking-tight">{title}</h1>
      <div className="gap-10 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="mb-8 lg:mb-0">
          <ul className="flex flex-wrap gap-1 lg:flex-col">
            {sections.map(({ label, icon, section }) => (
              <li key={label} className="shrink-0">
                <Link
                  to={to}
                  params={{ ...params, section }}
                  aria-current={section === current ? 'page' : undefined}
                  className={`flex h-9 items-center gap-2.5 rounded-lg px-3 text-sm transition-colors ${section === current ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
                >
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {aside}
        </nav>
        <div className="min-w-0 space-y-10">{children}</div>
      </div>
    </Shell>
  );
}
