import type { Ended, Scratch } from '../clients/scratch.js';

/** A picture that a test takes: a page of one color. */
export interface ScenarioShot {
  /** As the runner's own assertion takes it; the runner makes one up if absent. */
  name?: string;
  color: string;
  /** In attempts after the first one. */
  retryColor?: string;
  /** Of `page` unless it says otherwise. */
  target?: 'page' | 'element' | 'full page';
  /** Covers the heading. */
  isMasked?: boolean;
  /** In the first attempt alone. */
  isOnlyFirst?: true;
  /** Taken by the plugin's own matcher, with its options. */
  own?: {
    viewports?: readonly { width: number; height: number }[];
    modes?: Record<string, { colorScheme: string }>;
  };
}

export interface ScenarioTest {
  file: string;
  title: string;
  shots: readonly ScenarioShot[];
  /** After its pictures. */
  fails?: 'first attempt' | 'always';
  /** After its pictures, the runner is killed, as a machine that is taken away. */
  killsRunner?: true;
}

export interface ScenarioRun {
  tests: readonly ScenarioTest[];
  workers?: number;
  retries?: number;
  shard?: string;
  /** The runner's projects or browsers; one without a name if absent. */
  projects?: readonly string[];
  /** Of the plugin, beside its suite. */
  options?: Record<string, unknown>;
  env?: Record<string, string>;
  /** Commands of `svc` that the runner runs in. */
  within?: readonly string[];
  /** The service is not to be reached. */
  isDown?: boolean;
  /** The service ends with the first picture that reaches it. */
  endsEarly?: boolean;
  /** Null for a runner that was killed. */
  code: number | null;
  /** Parts of what is printed. */
  says?: readonly (string | RegExp)[];
  saysNot?: readonly RegExp[];
  /** Images that the runner's own report shows. */
  attached?: readonly string[];
  /** What the service names as the cause of the changes of this commit: CSS properties, or kinds of causes. */
  causes?: readonly string[];
  /** Status of each snapshot of this commit, by `name viewport browser`; nothing was uploaded if empty. */
  snapshots?: Record<string, string>;
}

export interface Scenario {
  name: string;
  /** Runs in `npm test`. */
  isShort?: boolean;
  /** One after the other, of one suite; each is of the next commit unless it repeats the one before. */
  runs: readonly (ScenarioRun & { sameCommit?: boolean })[];
}

/** What a plugin has to bring to pass the suite. */
export interface Driver {
  name: string;
  /** What the runner calls its browser where a run has no projects; nothing if absent. */
  browser?: string;
  /** What the runner does not have; scenarios of it are left out. */
  lacks?: readonly ('projects' | 'shard' | 'retries' | 'killsRunner' | 'files' | 'causes')[];
  /** Installs runner and plugin in a project outside of the repository. */
  install(scratch: Scratch): Promise<void>;
  /** The images that the report of the last run shows, by their names; absent where the runner's report shows none. */
  attachments?(scratch: Scratch): string[];
  /** Writes configuration and tests, and runs them once. */
  run(scratch: Scratch, suite: string, run: ScenarioRun, env: NodeJS.ProcessEnv): Promise<Ended>;
}
