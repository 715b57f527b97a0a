import { checkOptions } from '../arguments/checkOptions.js';
import type { SvcClientOptions } from '../SvcClientOptions.js';
import { openEnvironment } from './ClientEnvironment.js';
import { completeOptions } from './completeArguments.js';

/** The options of a client, with what the environment says where they are silent. */
export function openOptions(given: SvcClientOptions) {
  const environment = openEnvironment(given?.environment);
  const options = completeOptions(given, environment);
  checkOptions(options);
  return { environment, options };
}
