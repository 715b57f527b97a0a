import type { TakenPicture } from './Plan.js';

/** How the README shows to change the window. */
const hint = 'set it in before:browser:launch, as the README of @svc/cypress shows';

const text = ({ width, height }: TakenPicture['page']): string => `${width}x${height}`;

/**
 * Cypress takes what the window of the browser shows, in the pixels of the screen.
 * @throws Error where this is not the page as the test has it
 */
export function checkTaken({
  pixelRatio,
  page,
  window,
  isScrolled,
}: Pick<TakenPicture, 'pixelRatio' | 'page' | 'window' | 'isScrolled'>): void {
  if (Math.abs(pixelRatio - 1) > 0.01)
    throw new Error(
      `the image has ${pixelRatio} pixels per CSS pixel, which differs between machines: start the browser with --force-device-scale-factor=1; ${hint}`,
    );
  if (window.width < page.width || (!isScrolled && window.height < page.height))
    throw new Error(
      `the window of the browser is ${text(window)} and cuts a page of ${text(page)}: it has to be as large as the largest viewport; ${hint}`,
    );
}
