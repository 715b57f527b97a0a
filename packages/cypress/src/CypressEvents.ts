// What this plugin needs of Cypress in Node, of any of its versions: Cypress itself is not a dependency.

/** What `after:screenshot` tells. */
export interface SvcScreenshotDetails {
  /** Absent for pictures of failed tests. */
  name?: string | null;
  path: string;
}

/** What `after:run` tells: a run that failed to begin has only `failures`. */
export interface SvcRunResults {
  totalFailed?: number;
  failures?: number;
  runs?: readonly SvcSpecResults[];
}

export interface SvcSpecResults {
  spec: { relative: string };
  tests: readonly { title: readonly string[]; attempts: readonly { state: string }[] }[];
}

/** `on` of `setupNodeEvents`. */
export interface SvcPluginEvents {
  (event: 'after:screenshot', handler: (details: SvcScreenshotDetails) => { path: string } | undefined): void;
  (event: 'after:run', handler: (results: SvcRunResults | undefined) => Promise<void> | void): void;
  // biome-ignore lint/suspicious/noExplicitAny: tasks take what tests send
  (event: 'task', tasks: Record<string, (argument: any) => any>): void;
}

/** `config` of `setupNodeEvents`. */
export interface SvcPluginConfig {
  /** False in `cypress open`. */
  isTextTerminal?: boolean | undefined;
  screenshotsFolder?: string | false | undefined;
}
