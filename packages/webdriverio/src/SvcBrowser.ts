/** What this plugin needs of WebdriverIO's `browser`. */
export interface SvcBrowser {
  /** The session speaks WebDriver BiDi. */
  isBidi: boolean;
  addCommand(name: string, command: (...args: never[]) => Promise<unknown>): void;
  executeScript(script: string, args: unknown[]): Promise<unknown>;
  getWindowHandle(): Promise<string>;
  setViewport(viewport: { width: number; height: number }): Promise<void>;
  takeScreenshot(): Promise<string>;
  takeElementScreenshot(id: string): Promise<string>;
  findElement(using: string, value: string): Promise<Record<string, unknown>>;
  browsingContextCaptureScreenshot(options: {
    context: string;
    origin: 'document';
  }): Promise<{ data: string }>;
  scriptAddPreloadScript(options: { functionDeclaration: string }): Promise<unknown>;
  sendCommandAndGetResult(command: string, parameters: object): Promise<unknown>;
}
