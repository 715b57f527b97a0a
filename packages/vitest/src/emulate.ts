import { type DriverMode, emulatedMedia } from '@svc/test-core/driver';

/** The media of a page. */
export type Media = Omit<DriverMode, 'viewport'>;

/** What the providers of Vitest's browser mode give to commands: one of these. */
export interface Emulating {
  /** Of Playwright. */
  page?: { emulateMedia(media: Media): Promise<void> };
  /** Of WebdriverIO. */
  browser?: { sendCommandAndGetResult(command: string, parameters: object): Promise<unknown> };
}

/** Shows the page of a test with other media. */
export async function emulate({ page, browser }: Emulating, media: Media): Promise<void> {
  if (page) return page.emulateMedia(media);
  if (!browser) throw new Error('modes need the Playwright or the WebdriverIO provider of Vitest');
  await browser
    .sendCommandAndGetResult('Emulation.setEmulatedMedia', emulatedMedia(media))
    .catch((error: Error) => {
      throw new Error(`modes need Chrome or Edge, which can show a page in another mode: ${error.message}`);
    });
}
