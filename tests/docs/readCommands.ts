import { createProgram as createServerProgram } from '../../apps/server/src/commands/createProgram.js';
import { createProgram } from '../../packages/cli/src/createProgram.js';
import type { Snippet } from './readSnippets.js';

const programs = {
  svc: () => createProgram(async () => {}),
  'svc-server': () => createServerProgram({} as never),
};
const call = /(?:^ *|[;&|"'(] ?|run: |- |script: |--no |bin\/)(svc|svc-server)(?:\.js)? ([a-z][^\n]*)/gm;

/** The calls of our programs in a shell script or in a configuration of CI: their arguments. */
export function readCommands({
  text,
}: Pick<Snippet, 'text'>): { program: keyof typeof programs; args: string[] }[] {
  // What a reader puts in stands for itself, what the shell puts in for a word.
  const whole = text
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/<([\w/ -]+)>/g, '$1')
    .replaceAll(/"?\$\([^)]*\)"?/g, 'word');
  return [...whole.matchAll(call)].map(({ 1: program, 2: rest = '' }) => ({
    program: program as keyof typeof programs,
    args: splitArguments(rest),
  }));
}

/** The arguments of one command, up to what ends it: a comment, a pipe, another command. */
function splitArguments(line: string): string[] {
  const words = line.match(/"[^"]*"|'[^']*'|\$\([^)]*\)|\$\{\{[^}]*\}\}|&&|[;|<>#]|[^\s;|<>]+/g) ?? [];
  const end = words.findIndex((word) => /^(?:&&|[;|<>]|#.*)$/.test(word));
  return (end === -1 ? words : words.slice(0, end)).map((word) => word.replaceAll(/^["']|["']$/g, ''));
}

/** @throws CommanderError where a program does not know the command or a flag of it */
export async function checkCommand(name: keyof typeof programs, args: readonly string[]): Promise<void> {
  const program = programs[name]();
  const [group] = args;
  const stop = () => {
    throw new Checked();
  };
  const quiet = (command: typeof program): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
    for (const inner of command.commands) quiet(inner);
  };
  quiet(program);
  program.hook('preAction', stop);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof Checked)) throw error;
    return;
  }
  throw new Error(`${name} ${group} did nothing`);
}

/** What is thrown where a command would begin its work. */
class Checked extends Error {}
