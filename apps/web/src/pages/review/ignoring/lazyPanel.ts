import { lazy } from 'react';

// Opened on few pages: not in the scripts that every review loads.

export const IgnoringPanel = lazy(async () => ({
  default: (await import('./panel/IgnoringPanel.js')).IgnoringPanel,
}));

export const AreaLayer = lazy(async () => ({ default: (await import('./panel/AreaLayer.js')).AreaLayer }));
