import type { CSSProperties } from 'react';
import { causeParts } from './causeParts.js';

/** A sentence about a cause: names as code, colors with their swatch. */
export function CauseLine({ text }: { text: string }) {
  return causeParts(text).map(({ kind, text: part, at }) =>
    kind === 'words' ? (
      part
    ) : kind === 'code' ? (
      <code key={at} className="rounded bg-sunken px-1 py-px text-[0.92em] [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      <span
        key={at}
        className="swatch whitespace-nowrap font-mono text-[0.92em]"
        style={{ '--swatch': part } as CSSProperties}
      >
        {part}
      </span>
    ),
  );
}
