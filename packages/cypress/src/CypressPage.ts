// What this plugin needs of Cypress in the browser, of any of its versions: Cypress itself is not a dependency.
/** A document of the page that is tested. */
export interface PageWindow {
  readonly innerWidth: number;
  readonly innerHeight: number;
  /** Frames, by their numbers. */
  readonly length: number;
  readonly document: unknown;
  readonly [frame: number]: PageWindow;
  eval(expression: string): unknown;
}

interface Quiet {
  log: false;
  timeout?: number;
}

export interface ScreenshotOptions {
  log: false;
  capture: 'viewport' | 'fullPage';
  scale: false;
  overwrite: true;
  disableTimersAndAnimations: boolean;
  onAfterScreenshot(element: unknown, taken: { path: string; pixelRatio: number }): void;
}

/** A link of a chain of commands. */
export interface Chain<Subject = unknown> {
  then<Answer>(act: (subject: Subject) => Chain<Answer> | PromiseLike<Answer> | Answer): Chain<Answer>;
  then<Answer>(
    options: Quiet,
    act: (subject: Subject) => Chain<Answer> | PromiseLike<Answer> | Answer,
  ): Chain<Answer>;
  screenshot(name: string, options: ScreenshotOptions): Chain<Subject>;
}

/** `cy`. */
export interface Commands {
  task<Answer>(name: string, argument: unknown, options: Quiet): Chain<Answer>;
  window(options: Quiet): Chain<PageWindow>;
  viewport(width: number, height: number, options: Quiet): Chain<null>;
  wait(milliseconds: number, options: Quiet): Chain;
  get(selector: string, options: Quiet & { withinSubject?: null }): Chain;
  wrap<Subject>(subject: Subject, options: Quiet): Chain<Subject>;
  screenshot(name: string, options: ScreenshotOptions): Chain;
}

/** `Cypress`. */
export interface CypressGlobal {
  readonly spec: { relative: string };
  readonly currentTest: { titlePath: string[] };
  readonly currentRetry: number;
  readonly browser: { name: string };
  readonly Commands: {
    add(
      name: string,
      options: { prevSubject: string[] },
      command: (subject: unknown, ...args: never[]) => Chain,
    ): void;
  };
  log(options: { name: string; displayName: string; message: string }): void;
  on(event: 'window:before:load', listener: (page: PageWindow) => void): void;
  automation(event: 'remote:debugger:protocol', request: object): PromiseLike<unknown>;
}

export interface Globals {
  readonly Cypress: CypressGlobal;
  readonly cy: Commands;
  /** Of the support file: each holds for all tests of a spec. */
  before(hook: () => void): void;
  afterEach(hook: () => void): void;
  /** The window that shows the page: that of the runner. */
  readonly top: Pick<PageWindow, 'innerWidth' | 'innerHeight'> | null;
}
