import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.js';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-surface text-ink hover:bg-sunken border-line',
  quiet: 'bg-transparent text-muted hover:bg-sunken hover:text-ink border-transparent',
  danger: 'bg-surface text-removed hover:bg-removed-soft border-line',
} as const;

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof looks;
  icon?: IconName;
  /** Shown on hover and focus. */
  tip?: string;
}

export function Button({ look = 'plain', icon, tip, className = '', children, ...rest }: Props) {
  const square = children === undefined || children === null;
  return (
    <button
      type="button"
      {...(tip ? { 'data-tip': tip } : {})}
      {...rest}
      className={`inline-flex h-9 items-center justify-center gap-2 rounded-lg border font-medium text-sm transition-colors disabled:pointer-events-none disabled:opacity-50 ${square ? 'w-9' : 'px-3.5'} ${looks[look]} ${className}`}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
