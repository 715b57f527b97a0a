import type { Env } from '@svc/sdk';
import type { Command, Option } from 'commander';
import { CliError } from '../CliError.js';
import type { FoundConfig } from '../SvcConfig.js';
import { type ConfigKey, flagKeys, serviceKeys } from './configKeys.js';
import { configurableOptions, pathOf } from './flagsOfCommands.js';

const isGiven = (command: Command, name: string) => {
  const source = command.getOptionValueSource(name);
  return source !== undefined && source !== 'default' && source !== 'config';
};

/** The value as the flag would have it. */
function parsed(option: Option, value: unknown): unknown {
  const { parseArg } = option;
  if (typeof value === 'boolean' && !option.required) return value;
  if (!parseArg) return value;
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  return texts.reduce<unknown>((earlier, text) => parseArg(text, earlier as never), undefined);
}

/**
 * Sets the flags of a command that were not given, as the file says: flags win, then the environment, then the file.
 * @throws CliError CONFIG_INVALID
 */
export function applyConfig(command: Command, { file, config }: FoundConfig, env: Env): void {
  const own = config.commands?.[pathOf(command)] ?? {};
  const settings: Record<string, unknown> = { ...config, ...own };
  const keys: Record<string, ConfigKey> = { ...flagKeys, apiUrl: serviceKeys.apiUrl };
  const options = [
    ...configurableOptions(command),
    ...command.options.filter((option) => option.attributeName() === 'apiUrl'),
  ];
  for (const option of options) {
    const name = option.attributeName();
    const { variable, excludes } = keys[name] as ConfigKey;
    const value = settings[name];
    if (value === undefined || isGiven(command, name)) continue;
    if ((variable && env[variable]) || (excludes && isGiven(command, excludes))) continue;
    try {
      command.setOptionValueWithSource(name, parsed(option, value), 'config');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CliError('CONFIG_INVALID', `${file}: ${name} is not allowed: ${why}`, { cause: error });
    }
  }
}
