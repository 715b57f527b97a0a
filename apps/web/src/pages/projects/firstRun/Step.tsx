import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.js';

interface Props {
  number: number;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}

export function Step({ number, title, isDone = false, children }: Props) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className={`flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm ${isDone ? 'bg-good-soft text-good' : 'bg-accent text-on-accent'}`}
      >
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="mb-3 pt-1 font-medium">{title}</h2>
        {children}
      </div>
    </li>
  );
}
