/** What `svc.config.ts`, `svc.config.js` and `svc.config.json` may say of every command that has the flag. */
export interface FlagSettings {
  /** Suite that the snapshots belong to: `default` unless given. */
  suite?: string;
  /** Framework hint for all targets. */
  framework?: 'stories-a';
  /** Only stories whose title and name or id match, or whose tag does: `["Forms/**", "!tag:slow"]`. */
  filter?: string[];
  /** Capture only stories that a change can affect. */
  onlyChanged?: boolean;
  /** False captures also stories whose files are the same as before. */
  proof?: boolean;
  /** Branch whose baselines count, for `svc diff`. */
  baselineRef?: string;
  /** Branches that an approval promotes to, for `svc diff`. */
  targetRef?: string[];
  /** Pixel difference threshold, 0 to 1, for `svc diff`. */
  threshold?: number;
  /** Whether anti-aliasing is ignored, for `svc diff`. */
  antiAliasing?: boolean;
  /** Image of the container that `svc run` and `svc local` use; true for the default one. */
  container?: string | boolean;
  /** `svc run` uploads every snapshot of its suites, so what is missing was removed. */
  complete?: boolean;
  /** A command that uploads no snapshots is not a failure. */
  allowEmpty?: boolean;
  /** Changes end `svc run` with 1 in any case. */
  failOnChanges?: boolean;
  /** Changes end no command with 1. */
  exitZeroOnChanges?: boolean;
  /** Print no progress, and the result only if there is something to do. */
  quiet?: boolean;
}

/** What `svc.config.ts`, `svc.config.js` and `svc.config.json` may say. Flags and variables of the environment win. */
export interface SvcConfig extends FlagSettings {
  /** Where editors find the schema of the file. */
  $schema?: string;
  /** Address of the service. */
  apiUrl?: string;
  /** `<org>/<project>`, for a login, which sees more than one. */
  project?: string;
  /** For single commands, before what the file says for all: `{ "stories-a": { "suite": "storybook" } }`. */
  commands?: Record<string, FlagSettings>;
}

/** A configuration, and the file that it is from, relative to the working directory. */
export interface FoundConfig {
  file: string;
  config: SvcConfig;
}
