import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.js';

interface Props {
  icon: IconName;
  title: string;
  children?: ReactNode;
  role?: 'alert' | 'status';
}

export function EmptyState({ icon, title, children, role }: Props) {
  return (
    <div role={role} className="m-auto max-w-md px-6 py-14 text-center [overflow-wrap:anywhere]">
      <span className="mx-auto mb-4 flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent">
        <Icon name={icon} size={22} />
      </span>
      <h2 className="mb-2 font-semibold text-lg">{title}</h2>
      <div className="text-muted text-sm">{children}</div>
    </div>
  );
}
