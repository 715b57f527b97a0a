/** What this plugin needs of Puppeteer's `Page`, of any of its versions. */
export interface SvcPage {
  frames(): readonly SvcFrame[];
  mainFrame(): SvcFrame;
  viewport(): { width: number; height: number } | null;
  setViewport(viewport: { width: number; height: number }): Promise<void>;
  emulateMediaFeatures(features?: { name: string; value: string }[]): Promise<void>;
  emulateMediaType(type?: string): Promise<void>;
  screenshot(options?: {
    type?: 'png';
    fullPage?: boolean;
    captureBeyondViewport?: boolean;
  }): Promise<Uint8Array>;
  $(selector: string): Promise<SvcElement | null>;
}

export interface SvcFrame {
  evaluate(expression: string): Promise<unknown>;
}

export interface SvcElement {
  screenshot(options?: { type?: 'png' }): Promise<Uint8Array>;
}
