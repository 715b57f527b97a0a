import type { ReactNode } from 'react';

/** The page of somebody who is about to get in: one card, and nothing beside it. */
export function AccessCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <div className="w-full max-w-md rounded-3xl border border-line bg-surface p-6 shadow-card sm:p-10">
        <img src="/favicon.svg" alt="" width={44} height={44} className="mb-6" />
        <h1 className="mb-2 break-words font-semibold text-2xl tracking-tight">{title}</h1>
        {children}
      </div>
    </main>
  );
}
