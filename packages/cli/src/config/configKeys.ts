import type { FlagSettings, SvcConfig } from '../SvcConfig.js';

export type ConfigType = 'string' | 'boolean' | 'number' | 'strings' | 'string or boolean';

/** A field of the file. */
export interface ConfigKey {
  type: ConfigType;
  description: string;
  /** Variable of the environment that wins over the file. */
  variable?: string;
  /** The flag does not apply together with this one. */
  excludes?: keyof FlagSettings;
}

/** Fields that are flags of commands, by the names of the flags. */
export const flagKeys = {
  suite: { type: 'string', description: 'Suite that the snapshots belong to: `default` unless given.' },
  framework: { type: 'string', description: 'Framework hint for all targets.' },
  filter: {
    type: 'strings',
    description:
      'Only stories whose title and name or id match, or whose tag does: `["Forms/**", "!tag:slow"]`.',
  },
  onlyChanged: { type: 'boolean', description: 'Capture only stories that a change can affect.' },
  proof: {
    type: 'boolean',
    description: 'False captures also stories whose files are the same as before.',
  },
  baselineRef: {
    type: 'string',
    description: 'Branch whose baselines count, for `svc diff`.',
    variable: 'SVC_BASELINE_REF',
  },
  targetRef: { type: 'strings', description: 'Branches that an approval promotes to, for `svc diff`.' },
  threshold: { type: 'number', description: 'Pixel difference threshold, 0 to 1, for `svc diff`.' },
  antiAliasing: { type: 'boolean', description: 'Whether anti-aliasing is ignored, for `svc diff`.' },
  container: {
    type: 'string or boolean',
    description: 'Image of the container that `svc run` and `svc local` use; true for the default one.',
  },
  complete: {
    type: 'boolean',
    description: '`svc run` uploads every snapshot of its suites, so what is missing was removed.',
  },
  allowEmpty: { type: 'boolean', description: 'A command that uploads no snapshots is not a failure.' },
  failOnChanges: {
    type: 'boolean',
    description: 'Changes end `svc run` with 1 in any case.',
    excludes: 'exitZeroOnChanges',
  },
  exitZeroOnChanges: {
    type: 'boolean',
    description: 'Changes end no command with 1.',
    excludes: 'failOnChanges',
  },
  quiet: {
    type: 'boolean',
    description: 'Print no progress, and the result only if there is something to do.',
  },
} as const satisfies Record<keyof FlagSettings, ConfigKey>;

/** Fields that are about the service, for all commands alike. */
export const serviceKeys = {
  $schema: { type: 'string', description: 'Where editors find the schema of the file.' },
  apiUrl: { type: 'string', description: 'Address of the service.', variable: 'SVC_API_URL' },
  project: {
    type: 'string',
    description: '`<org>/<project>`, for a login, which sees more than one.',
    variable: 'SVC_PROJECT',
  },
} as const satisfies Partial<Record<keyof SvcConfig, ConfigKey>>;

export const commandsDescription =
  'For single commands, before what the file says for all: `{ "stories-a": { "suite": "storybook" } }`.';
