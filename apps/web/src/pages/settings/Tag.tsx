import type { ReactNode } from 'react';

export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex h-5 items-center whitespace-nowrap rounded-full bg-sunken px-2 text-muted text-xs">
    {children}
  </span>
);
