import type { Argument, Command, Option } from 'commander';
import { pathOf } from '../config/flagsOfCommands.js';

/** What completes a value: a list of words, files, a command of the system; null for nothing that a shell can know. */
export type Values = { words: readonly string[] } | 'files' | 'command' | null;

export interface DescribedOption {
  /** `-q`, `--quiet`. */
  flags: string[];
  description: string;
  /** Of the value that follows; `none` where none does. */
  values: Values | 'none';
}

export interface DescribedCommand {
  /** `baselines list`; empty for `svc` itself. */
  path: string;
  /** Commands within it, with their aliases. */
  commands: { name: string; aliases: readonly string[]; description: string }[];
  options: DescribedOption[];
  /** Of the first argument. */
  argument: Values;
}

const isPath = (name: string) => /file|dir|directory|folder/.test(name);

const valuesOf = (name: string, choices: readonly string[] | undefined): Values => {
  if (choices) return { words: choices };
  return isPath(name) ? 'files' : null;
};

const describeOption = (option: Option): DescribedOption => {
  const [, valueName = ''] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
    description: option.description,
    values: option.required ? valuesOf(`${valueName} ${option.name()}`, option.argChoices) : 'none',
  };
};

function argumentOf(argument: Argument | undefined): Values {
  if (!argument) return null;
  return argument.name() === 'command' ? 'command' : valuesOf(argument.name(), argument.argChoices);
}

/** What there is to complete: `svc` and all its commands, those without hidden options. */
export function describeCommands(command: Command): DescribedCommand[] {
  const { commands } = command;
  const helper = command.createHelp();
  const own: DescribedCommand = {
    path: pathOf(command),
    commands: commands.map((inner) => ({
      name: inner.name(),
      aliases: inner.aliases(),
      description: inner.summary() || inner.description(),
    })),
    options: helper.visibleOptions(command).map(describeOption),
    argument: argumentOf(command.registeredArguments[0]),
  };
  if (own.path === '') {
    own.commands.push({ name: 'help', aliases: [], description: 'print help of a command' });
  }
  return [own, ...commands.flatMap(describeCommands)];
}
