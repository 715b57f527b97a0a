import { lazy } from 'react';

// Read from the service when the menu is opened: not in the scripts that every review loads.

export const LivePageLinks = lazy(async () => ({
  default: (await import('./LivePageLinks.js')).LivePageLinks,
}));

export const TraceLink = lazy(async () => ({ default: (await import('./TraceLink.js')).TraceLink }));
