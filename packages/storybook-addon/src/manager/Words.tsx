// biome-ignore lint/correctness/noUnusedImports: JSX becomes calls of it; Storybook shares no JSX runtime.
import React from 'react';

/** Text in which backticks enclose what people type. */
export function Words({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? (
        <code key={`${index}-${part}`}>{part}</code>
      ) : (
        <span key={`${index}-${part}`}>{part}</span>
      ),
    );
}
