import { detection, stories } from './detection.js';
import { errors, headers, paths } from './http.js';
import type { Section } from './Row.js';
import { records, stateSets } from './records.js';
import { gitFunctions, inputs, operations } from './sdk.js';

/** The whole table. */
export const sections: readonly Section[] = [
  records,
  stateSets,
  operations,
  inputs,
  gitFunctions,
  detection,
  stories,
  paths,
  headers,
  errors,
];
