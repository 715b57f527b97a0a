import { nameProblem } from '@svc/schema/nameProblem';
import type { Viewport } from '@svc/sdk';
import { type Argument, type Command, InvalidArgumentError, Option } from 'commander';

export interface ServiceFlags {
  apiKey?: string;
  apiUrl?: string;
}

export interface OutputFlags {
  output?: 'text' | 'json';
  /** A file for the document of `--output json`. */
  report?: string;
  /** A file for the verdict as JUnit XML. */
  junit?: string;
  /** No progress, and no result where there is nothing to do. */
  quiet?: true;
}

/** What every command that captures takes. */
export interface CaptureFlags extends ServiceFlags {
  suite: string;
  autoBaseline?: true;
  ephemeral?: true;
  local?: true;
  branch?: string;
  commit?: string;
  shard?: string;
  exitZeroOnChanges?: true;
}

export interface DecisionFlags extends ServiceFlags {
  snapshot?: string[];
  all?: true;
}

export const repeated = (value: string, earlier: string[] = []) => [...earlier, value];

/** Of a flag that takes a value, or of an argument: an empty one is most often a variable that is not set. */
function refuseEmpty(taken: Option | Argument): void {
  const { parseArg } = taken;
  taken.argParser((text: string, earlier: unknown) => {
    const value: unknown = parseArg ? parseArg(text, earlier as never) : text;
    if (text === '') throw new InvalidArgumentError('It must not be empty.');
    return value;
  });
}

/**
 * That of --api-key has an error of its own. The others are found out where they are empty, as a CI's variable for the
 * branch of a pull request is where there is none.
 */
const maybeEmpty: ReadonlySet<string> = new Set(['apiKey', 'branch', 'commit', 'shard']);

/** Makes a command refuse empty values before it does anything. */
export function refuseEmptyValues({ options, registeredArguments }: Command): void {
  for (const option of options) {
    if ((option.required || option.optional) && !maybeEmpty.has(option.attributeName())) refuseEmpty(option);
  }
  // The words of another command are its own.
  for (const argument of registeredArguments) if (!argument.variadic) refuseEmpty(argument);
}

export function parseName(text: string): string {
  const problem = nameProblem(text);
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
  return text;
}

/** `1280x720`. */
export function parseViewport(text: string): Viewport {
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError('It must look like 1280x720.');
  return { width: Number(width), height: Number(height) };
}

/** Of stories. A variable of CI that is not set must not mean all of them. */
export function repeatedFilter(value: string, earlier?: string[]): string[] {
  if (/^\s*!?\s*(?:tag:)?\s*$/.test(value))
    throw new InvalidArgumentError('It must match stories, such as "Forms/**", or a tag, as in tag:visual.');
  return repeated(value, earlier);
}

/** An ID, or the one in the address of a page: the address of the review is the last line that `svc` prints. */
const idIn = (text: string): string => /\/(?:diffs|captures)\/([a-z]+_[0-9a-z]+)/.exec(text)?.[1] ?? text;

export const diffArgument = ['<diffId>', 'diff, such as dif_…, or the address of its review', idIn] as const;
export const captureArgument = [
  '<captureId>',
  'capture, such as cap_…, or the address of its page',
  idIn,
] as const;

export const addServiceFlags = (command: Command): Command =>
  addApiUrlFlag(
    command.option('--api-key <key>', 'API key of the project (default: SVC_API_KEY, else your login)'),
  );

export const addApiUrlFlag = (command: Command): Command =>
  command.option(
    '--api-url <url>',
    'address of the service (default: SVC_API_URL, else http://localhost:4300)',
  );

export const addOutputFlag = (command: Command): Command =>
  command.addOption(
    new Option('--output <format>', 'text for people, json for one JSON document on stdout')
      .choices(['text', 'json'])
      .default('text'),
  );

/** How a command ends that judges snapshots. */
export const addVerdictFlags = (command: Command): Command =>
  addExitZeroFlag(command)
    .option('--report <file>', 'also write the result to a file, as --output json prints it')
    .option('--junit <file>', 'write the result to a file as JUnit XML, with a test case for each snapshot')
    .option('-q, --quiet', 'print no progress, and the result only if there is something to do');

export const addSuiteFlag = (command: Command): Command =>
  command.option('--suite <name>', 'suite that the snapshots belong to', parseName, 'default');

/** What a run is of, and which part of it. */
export const addRunFlags = (command: Command): Command =>
  command
    .option('--branch <name>', 'branch (default: SVC_BRANCH, then CI, then git)')
    .option('--commit <sha>', 'commit (default: SVC_COMMIT, then CI, then git)')
    .option(
      '--shard <i/n>',
      'part of the run, such as 2/4; 2/? if the number of parts is unknown; 1/1 for the whole run (default: SVC_SHARD, then CI)',
    );

const addExitZeroFlag = (command: Command): Command =>
  command.option('--exit-zero-on-changes', 'exit with 0 instead of 1 on changes');

/** The flags of {@link CaptureFlags}; `--output` is apart, since `svc upload` does not have it. */
export function addCaptureFlags(command: Command): Command {
  addSuiteFlag(command)
    .option('--auto-baseline', 'set the images as baselines, without comparing them')
    .option('--ephemeral', 'leave no trace: no branch, no commit, never a baseline')
    .option('--local', 'local mode: your own local baselines (also: SVC_LOCAL=true)');
  addRunFlags(command);
  return addVerdictFlags(command);
}

export const addDecisionFlags = (command: Command, all: string): Command =>
  addServiceFlags(
    addOutputFlag(
      command
        .option(
          '--snapshot <name>',
          'name of a snapshot, in all its viewports and browsers; may be repeated',
          repeated,
        )
        .option('--all', all),
    ),
  );

/** What `svc run` and `svc local` share: how the command runs. */
export const addSessionFlags = (command: Command): Command =>
  command
    .option('--auto-approve', 'approve all changes and set baselines (sets SVC_AUTO_APPROVE)')
    .option(
      '--container [image]',
      'run in a container of docker or podman for the same rendering everywhere (default image: svc-browsers)',
    );

/** What they share besides: where the run belongs, and how it ends. */
export const addSessionEndFlags = (command: Command): Command =>
  addServiceFlags(
    addVerdictFlags(
      addOutputFlag(
        addRunFlags(command).option('--allow-empty', 'a command that uploads no snapshots is not a failure'),
      ),
    ),
  );
