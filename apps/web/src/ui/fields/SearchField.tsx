import { useEffect, useRef } from 'react';
import { Icon } from '../Icon.js';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** `/` anywhere on the page goes to it, Escape empties and leaves it. */
export function SearchField({ label, value, onChange, className = '' }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.matches('input, select, textarea, dialog *')) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <span className={`relative block min-w-0 ${className}`}>
      <Icon
        name="search"
        size={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          onChange('');
          event.currentTarget.blur();
        }}
        className="h-9 w-full rounded-lg border border-line bg-surface pr-3 pl-9 text-sm placeholder:text-muted"
      />
    </span>
  );
}
