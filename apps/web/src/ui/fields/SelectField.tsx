import { type ReactNode, useId } from 'react';
import { Icon } from '../Icon.js';

interface Props<Value extends string> {
  label: string;
  /** The label is for those only who do not see what is around. */
  isLabelHidden?: boolean;
  /** What to know before choosing. */
  hint?: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

/** One of a few. */
export function SelectField<Value extends string>({
  label,
  isLabelHidden = false,
  hint,
  value,
  options,
  onChange,
  disabled,
  className = '',
}: Props<Value>) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium text-sm'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          className="h-10 w-full cursor-pointer appearance-none truncate rounded-lg border border-line bg-surface pr-9 pl-3 text-ink text-sm disabled:cursor-default disabled:opacity-60"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={14}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
