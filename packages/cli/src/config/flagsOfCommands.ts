import { type Command, Option } from 'commander';
import { type ConfigKey, flagKeys } from './configKeys.js';

type FlagKey = keyof typeof flagKeys;

const isFlagKey = (name: string): name is FlagKey => Object.hasOwn(flagKeys, name);

/** `import playwright`; empty for `svc` itself. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : [pathOf(parent), command.name()].filter(Boolean).join(' ');
}

export const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** Options that the file may set. A suite that limits a list is left to flags: the file says where snapshots belong. */
export const configurableOptions = (command: Command): Option[] =>
  command.options.filter(
    (option) =>
      isFlagKey(option.attributeName()) &&
      !option.hidden &&
      (option.attributeName() !== 'suite' || option.defaultValue !== undefined),
  );

/** The flags of the file that each command has, by the name of the command; commands without any are left out. */
export function flagsOfCommands(program: Command): Record<string, string[]> {
  const entries = leavesOf(program).map((command): [string, string[]] => [
    pathOf(command),
    configurableOptions(command).map((option) => option.attributeName()),
  ]);
  return Object.fromEntries(entries.filter(([, flags]) => flags.length > 0));
}

/** Gives flags that the file can turn on a form that turns them off: `--no-quiet`. */
export function addNegations(program: Command): void {
  for (const command of leavesOf(program)) {
    for (const option of configurableOptions(command)) {
      const { type }: ConfigKey = flagKeys[option.attributeName() as FlagKey];
      if (option.negate || option.required || !type.includes('boolean')) continue;
      command.addOption(new Option(`--no-${option.name()}`).hideHelp());
    }
  }
}
