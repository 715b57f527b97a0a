import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../Icon.js';

interface Props extends ComponentProps<'select'> {
  label: string;
  icon?: IconName;
}

export function Select({ label, icon, className = '', children, ...rest }: Props) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      {icon && (
        <Icon
          name={icon}
          size={14}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
      )}
      <select
        aria-label={label}
        {...rest}
        className={`h-9 w-full cursor-pointer appearance-none truncate rounded-lg border border-line bg-surface pr-8 font-medium text-sm transition-colors hover:bg-sunken ${icon ? 'pl-8' : 'pl-3'}`}
      >
        {children}
      </select>
      <Icon
        name="down"
        size={12}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
