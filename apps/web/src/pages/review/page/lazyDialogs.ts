import { lazy } from 'react';

const load = () => import('./ReviewDialogs.js');

/** Not in the scripts that every review loads before its first image. */
export const ReviewDialogs = lazy(async () => ({ default: (await load()).ReviewDialogs }));

/** Has them there before they are opened, so that they need no connection then. A failure shows when one is opened. */
export const preloadDialogs = (): void => {
  load().catch(() => {});
};
