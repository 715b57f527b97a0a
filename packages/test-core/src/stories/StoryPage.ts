/** What this plugin needs of Playwright's `Page`, of any of its versions. */
export interface StoryPage {
  url(): string;
  context(): { newPage(): Promise<StoryPage> };
  addInitScript(script: { content: string }): Promise<unknown>;
  goto(url: string, options?: { waitUntil?: 'load' }): Promise<unknown>;
  viewportSize(): { width: number; height: number } | null;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(options: {
    media?: 'screen' | 'print' | null;
    forcedColors?: 'active' | 'none' | null;
    reducedMotion?: 'reduce' | 'no-preference' | null;
  }): Promise<void>;
  mainFrame(): StoryFrame;
  frames(): StoryFrame[];
  evaluate<Argument, Answer>(
    run: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  screenshot(options: {
    type: 'png';
    fullPage: boolean;
    clip: { x: number; y: number; width: number; height: number };
    animations: 'allow';
    caret: 'initial';
  }): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface StoryFrame {
  evaluate(expression: string): Promise<unknown>;
}
