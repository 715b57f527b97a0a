import { CliError } from '../CliError.js';

/** The value of `--framework`, of which the service knows one; `storybook` is its other name. */
export function parseFramework(value: string | undefined): 'stories-a' | undefined {
  if (value === undefined) return undefined;
  if (value === 'stories-a' || value === 'storybook') return 'stories-a';
  throw new CliError('USAGE', `--framework must be stories-a (Storybook), not "${value}"`);
}
