import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.js';

const tones = {
  info: 'border-accent/25 bg-accent-soft text-ink',
  warning: 'border-changed/30 bg-changed-soft text-ink',
  danger: 'border-removed/30 bg-removed-soft text-ink',
  good: 'border-good/25 bg-good-soft text-ink',
} as const;

interface Props {
  tone: keyof typeof tones;
  icon: IconName;
  children: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** A banner: what happened, and what to do. */
export function Notice({ tone, icon, children, action, role }: Props) {
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border px-4 py-2.5 text-sm ${tones[tone]}`}
    >
      <Icon name={icon} />
      <div className="min-w-0 flex-1 basis-48 break-words">{children}</div>
      {action}
    </div>
  );
}
