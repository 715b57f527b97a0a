import { lazy } from 'react';

// Few pages show comments: they are not in the scripts that every review loads.

export const CommentsPanel = lazy(async () => ({
  default: (await import('./panel/CommentsPanel.js')).CommentsPanel,
}));

export const PinLayer = lazy(async () => ({ default: (await import('./panel/PinLayer.js')).PinLayer }));
