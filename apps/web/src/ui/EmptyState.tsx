import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.js';

interface Props {
  icon: IconName;
  title: string;
  children?: ReactNode;
  role?: 'alert' | 'status';
  /** 1 where it is all that a page shows. */
  level?: 1 | 2;
}

export function EmptyState({ icon, title, children, role, level = 2 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div role={role} className="m-auto max-w-md px-6 py-14 text-center [overflow-wrap:anywhere]">
      <span className="mx-auto mb-4 flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent">
        <Icon name={icon} size={22} />
      </span>
      <Heading className="mb-2 font-semibold text-lg">{title}</Heading>
      <div className="text-muted text-sm">{children}</div>
    </div>
  );
}
