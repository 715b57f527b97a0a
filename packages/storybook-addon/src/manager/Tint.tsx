// biome-ignore lint/correctness/noUnusedImports: JSX becomes calls of it; Storybook shares no JSX runtime.
import React from 'react';
import { tintId } from './useLook.js';

/** Turns every opaque pixel of a mask into a magenta that few user interfaces have. */
export function Tint() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <title>Tint of changed pixels</title>
      <filter id={tintId} colorInterpolationFilters="sRGB">
        <feColorMatrix values="0 0 0 0 .84  0 0 0 0 0  0 0 0 0 .55  0 0 0 1 0" />
      </filter>
    </svg>
  );
}
