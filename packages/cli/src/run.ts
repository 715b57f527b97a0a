import { type Command, CommanderError } from 'commander';
import type { Context } from './Context.js';
import { applyConfig } from './config/applyConfig.js';
import { flagsOfCommands } from './config/flagsOfCommands.js';
import { readConfig } from './config/readConfig.js';
import { createProgram, eachCommand } from './createProgram.js';
import { describeError, type ErrorDescription } from './describeError.js';
import { exitCodes } from './exitCodes.js';
import type { OutputFlags } from './flags.js';
import { nearestName } from './nearestName.js';
import { type ErrorOutput, outputVersion } from './output/Output.js';
import { prepareReports, writeReports } from './output/reports.js';
import { styleFor } from './output/Style.js';
import type { FoundConfig } from './SvcConfig.js';

/** The part of the context that the process gives; the rest belongs to one run. */
export type Environment = Omit<Context, 'note' | 'noteCredential' | 'outputFlags' | 'config'>;

/** Commander may refuse the arguments before it has read `--output`; what comes after `--` is another command's. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.some(
    (arg, index) => arg === '--output=json' || (arg === 'json' && own[index - 1] === '--output'),
  );
}

/** Commands that work where the configuration file does not. */
const needsNoConfig = new Set(['completion', 'doctor']);

/** `svc help a b` as `svc a b --help`: Commander looks at one word, and answers an unknown one with the help of `svc`. */
function withHelpLast(program: Command, args: readonly string[]): readonly string[] {
  const path: string[] = [];
  let command = program;
  let isHelp = false;
  for (const word of args) {
    if (word === 'help' && command.commands.length > 0) {
      isHelp = true;
      continue;
    }
    const inner = command.commands.find((one) => one.name() === word);
    if (inner) {
      command = inner;
      path.push(word);
    } else if (!isHelp || word.startsWith('-')) return args;
    else {
      const near = nearestName(
        word,
        command.commands.map((one) => one.name()),
      );
      command.error(`unknown command '${word}'${near === null ? '' : ` (Did you mean ${near}?)`}`);
    }
  }
  return isHelp ? [...path, '--help'] : args;
}

/** Runs `svc` with these arguments and answers its exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const { stdout, stderr, signal, env } = environment;
  let exitCode: number = exitCodes.success;
  let whereItStands = 'nothing had begun';
  let credential: string | null = null;
  let outputFlags: OutputFlags | null = null;
  let config: FoundConfig | null = null;

  const program = createProgram(async (command) => {
    const context: Context = {
      ...environment,
      outputFlags: outputFlags ?? {},
      config,
      note: (text) => {
        whereItStands = text;
      },
      noteCredential: (words) => {
        credential = words;
      },
    };
    await prepareReports(context);
    exitCode = await command(context);
  });
  program.hook('preAction', async (_program, command) => {
    outputFlags = command.opts<OutputFlags>();
    if (needsNoConfig.has(command.name())) return;
    config = await readConfig(environment.cwd, flagsOfCommands(program));
    if (config) applyConfig(command, config, env);
    outputFlags = command.opts<OutputFlags>();
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

  /** Says what went wrong wherever the outcome would have been said. */
  async function fail(code: number, error: ErrorDescription): Promise<number> {
    const flags: OutputFlags = outputFlags ?? { ...(wantsJson(args) ? { output: 'json' } : {}) };
    const document: ErrorOutput = { version: outputVersion, exitCode: code, error };
    stderr.write(`${styleFor(stderr, env).bad('svc:')} ${error.message}\n`);
    if (flags.output === 'json') stdout.write(`${JSON.stringify(document)}\n`);
    if (error.code !== 'REPORT_NOT_WRITTEN') {
      await writeReports(document, { ...environment, outputFlags: flags }).catch((failure) =>
        stderr.write(`svc: ${describeError(failure, null).message}\n`),
      );
    }
    return code;
  }

  try {
    await program.parseAsync(withHelpLast(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (signal.aborted) {
      const message = `interrupted: ${whereItStands}`;
      return fail(exitCodes.interrupted, { code: 'INTERRUPTED', message });
    }
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.success;
      if (error.code === 'commander.help') {
        stdout.write(help);
        return exitCodes.success;
      }
      return fail(exitCodes.error, describeRefusal(error));
    }
    const failed = await fail(exitCodes.error, describeError(error, credential));
    if (env.SVC_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`);
    return failed;
  }
}

const describeRefusal = ({ message }: CommanderError): ErrorDescription => ({
  code: 'USAGE',
  message: `${message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')} (\`svc help\` and \`svc help <command>\` say what is allowed)`,
});
