import { type Command, CommanderError } from 'commander';
import type { Context } from './Context.js';
import { createProgram } from './createProgram.js';
import { describeError, type ErrorDescription } from './describeError.js';
import { exitCodes } from './exitCodes.js';

/** The part of the context that the process gives; the rest belongs to one run. */
export type Environment = Omit<Context, 'note' | 'noteCredential'>;

/** Commander may refuse the arguments before it has read `--output`. */
const wantsJson = (args: readonly string[]) =>
  args.some((arg, index) => arg === '--output=json' || (arg === 'json' && args[index - 1] === '--output'));

function eachCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const inner of command.commands) eachCommand(inner, act);
}

/** Runs `svc` with these arguments and answers its exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const { stdout, stderr, signal, env } = environment;
  let exitCode: number = exitCodes.success;
  let whereItStands = 'nothing had begun';
  let credential: string | null = null;

  const program = createProgram(async (command) => {
    exitCode = await command({
      ...environment,
      note: (text) => {
        whereItStands = text;
      },
      noteCredential: (words) => {
        credential = words;
      },
    });
  });
  // Commander's own message of a refusal is printed below, like every other; the help that it writes instead is kept.
  let help = '';
  eachCommand(program, (command) =>
    command.exitOverride().configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => {
        help += text;
      },
    }),
  );

  const report = ({ code, message }: ErrorDescription) => {
    stderr.write(`svc: ${message}\n`);
    if (wantsJson(args)) stdout.write(`${JSON.stringify({ version: 1, error: { code, message } })}\n`);
  };

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (signal.aborted) {
      report({ code: 'INTERRUPTED', message: `interrupted: ${whereItStands}` });
      return exitCodes.interrupted;
    }
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.success;
      if (error.code === 'commander.help') {
        stdout.write(help);
        return exitCodes.success;
      }
      report(describeRefusal(error));
      return exitCodes.error;
    }
    report(describeError(error, credential));
    if (env.SVC_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`);
    return exitCodes.error;
  }
}

const describeRefusal = ({ message }: CommanderError): ErrorDescription => ({
  code: 'USAGE',
  message: `${message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')} (\`svc --help\` and \`svc <command> --help\` say what is allowed)`,
});
