import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** What to know before typing. */
  hint?: ReactNode;
  /** What is wrong with what was typed. */
  error?: string | undefined;
}

/** A line of text with its label; what is wrong with it stands below. */
export function TextField({ label, hint, error, className = '', ...rest }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
        className={`h-10 w-full rounded-lg border bg-surface px-3 text-ink placeholder:text-muted disabled:opacity-60 ${error ? 'border-removed' : 'border-line'}`}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-removed text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
