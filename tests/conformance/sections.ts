import { commands, flags } from './cli.js';
import { detection, stories } from './detection.js';
import { errors, headers, paths } from './http.js';
import { moves } from './moves.js';
import { environments, parts, pluginEnvironment } from './plugins.js';
import type { Section } from './Row.js';
import { records, stateSets } from './records.js';
import { behavior, environment, exitCodes } from './running.js';
import { gitFunctions, inputs, operations } from './sdk.js';

/** The whole table. */
export const sections: readonly Section[] = [
  records,
  stateSets,
  moves,
  operations,
  inputs,
  gitFunctions,
  commands,
  flags,
  exitCodes,
  behavior,
  environment,
  pluginEnvironment,
  parts,
  detection,
  environments,
  stories,
  paths,
  headers,
  errors,
];
