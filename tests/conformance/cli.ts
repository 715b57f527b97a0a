import { expect } from 'vitest';
import { createProgram } from '../../packages/cli/src/createProgram.js';
import { beyond, type Row, type Section } from './Row.js';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];
type Argument = Command['registeredArguments'][number];

const program = createProgram(async () => {});

function commandOf(path: string, root: Command = program): Command {
  return path.split(' ').reduce((parent, name) => {
    const found = parent.commands.find((command) => command.name() === name);
    if (!found) throw new Error(`there is no svc ${path}`);
    return found;
  }, root);
}

const argumentText = (argument: Argument) => {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
};

/** Commander has no word for options that may be repeated: their parser collects. */
function isRepeatable({ parseArg }: Option): boolean {
  try {
    return Array.isArray(parseArg?.('0', undefined));
  } catch {
    // It refuses what is not a value of the option.
    return false;
  }
}

const isSwitch = (option: Option): boolean => option.isBoolean() || option.negate;

function typeOf(option: Option): string {
  if (option.argChoices) return option.argChoices.map((choice) => `\`${choice}\``).join(' or ');
  if (isSwitch(option)) return 'boolean';
  if (option.long === '--manifest') return 'string, names with commas between, repeatable';
  if (isRepeatable(option)) return 'string, repeatable';
  return option.optional ? 'string or boolean' : 'string';
}

const defaultOf = (option: Option): string =>
  option.defaultValue === undefined ? (isSwitch(option) ? 'false' : 'none') : `\`${option.defaultValue}\``;

const command = (name: string, args: string, what: string): Row => ({
  cells: [`svc ${name}`, args, what],
  check: () => expect(commandOf(name).registeredArguments.map(argumentText).join(' ')).toBe(args),
});

const commandRows: Row[] = [
  command('stories-a', '<dir>', 'captures a build of Storybook'),
  command('stories-b', '<dir>', 'captures a build of Ladle'),
  command('capture', '<targets-file>', 'has the fleet capture addresses'),
  command('upload', '<directory>', 'uploads a directory of PNG, JPEG and WebP files as one capture'),
  command('diff', '', 'compares a capture'),
  command('run', '[command...]', 'wraps a command in a session, for CI; a command is required'),
  command('local', '[command...]', 'wraps a command in local mode; a command is required'),
  command('approve', '<diffId>', 'approves'),
  command('revoke', '<diffId>', 'takes approvals back'),
  command('login', '', 'signs in by browser'),
  command('logout', '', 'forgets the sign-in, and revokes it'),
  command('whoami', '', 'says who is signed in and which project is linked'),
  command('project set', '<org/project>', 'links the git repository to a project'),
  beyond(command('reject', '<diffId>', 'rejects')),
  beyond(command('rediff', '<diffId>', 're-evaluates a diff')),
  beyond(command('cancel', '<captureId>', 'ends a capture before it is complete')),
  beyond(command('explain', '<diffId> <snapshot>', 'says how a result came about')),
  beyond(command('ignore add', '', 'has later comparisons ignore a box or an element')),
  beyond(command('ignore list', '', 'lists the ignore areas of the project')),
  beyond(command('ignore remove', '<areaId>', 'removes an ignore area')),
  beyond(command('flaky', '', 'lists flaky snapshots with the likeliest reason')),
  beyond(command('baselines list', '', 'lists the baselines of a suite')),
  beyond(command('import backstop', '', 'sets the reference images of BackstopJS as baselines')),
  beyond(command('import folder', '<directory>', 'sets the PNG files of a directory as baselines')),
  beyond(
    command(
      'import jest-image-snapshot',
      '[command...]',
      'sets the images of toMatchImageSnapshot as baselines',
    ),
  ),
  beyond(command('import lost-pixel', '', 'sets the baselines of Lost Pixel as baselines')),
  beyond(
    command(
      'import playwright',
      '[command...]',
      'sets the pictures that a Playwright suite has committed as baselines',
    ),
  ),
  beyond(command('import reg-suit', '', 'sets the expected images of reg-suit as baselines')),
  beyond(command('import vitest', '[command...]', 'sets the references of toMatchScreenshot as baselines')),
  beyond(command('status', '', 'shows the newest build of the branch')),
  beyond(command('open', '', 'opens the review page of the newest diff of the branch')),
  beyond(command('doctor', '', 'checks the set-up of a machine or job')),
  beyond(command('completion', '<shell>', 'prints the completion script of a shell')),
  beyond(command('init', '', 'sets up test runner, story tool and CI of a repository')),
  beyond(command('mcp', '', 'gives a coding agent the tools of the service')),
  beyond(command('finish', '', 'ends a run whose number of parts is unknown')),
];

function leavesOf(parent: Command, path = ''): string[] {
  return parent.commands.flatMap((inner) => {
    const name = `${path}${inner.name()}`;
    return inner.commands.length > 0 ? leavesOf(inner, `${name} `) : [name];
  });
}

export const commands: Section = {
  title: 'Commands',
  columns: ['command', 'arguments', 'what it does'],
  rows: commandRows,
  untold: () => {
    const told = new Set(commandRows.map(({ cells }) => cells[0]));
    return leavesOf(program).filter((name) => !told.has(`svc ${name}`));
  },
};

type Flag = [flag: string, type: string, defaultValue: string];

const flagRow = (name: string, [flag, type, defaultValue]: Flag): Row => ({
  cells: [`svc ${name}`, `\`${flag}\``, type, defaultValue],
  check: () => {
    const option = commandOf(name).options.find(({ long }) => long === flag);
    if (!option) throw new Error(`svc ${name} has no ${flag}`);
    expect([typeOf(option), defaultOf(option)]).toEqual([type, defaultValue]);
  },
});

const suite: Flag = ['--suite', 'string', '`default`'];
const output: Flag = ['--output', '`text` or `json`', '`text`'];
const framework: Flag = ['--framework', 'string', 'none'];
const filter: Flag = ['--filter', 'string, repeatable', 'none'];
const autoApprove: Flag = ['--auto-approve', 'boolean', 'false'];
const container: Flag = ['--container', 'string or boolean', 'none'];
const apiUrl: Flag = ['--api-url', 'string', 'none'];
const service: Flag[] = [['--api-key', 'string', 'none'], apiUrl];
const origin: Flag[] = [
  ['--auto-baseline', 'boolean', 'false'],
  ['--ephemeral', 'boolean', 'false'],
  ['--local', 'boolean', 'false'],
  ['--branch', 'string', 'none'],
  ['--commit', 'string', 'none'],
];
const decision: Flag[] = [
  ['--snapshot', 'string, repeatable', 'none'],
  ['--all', 'boolean', 'false'],
  ...service,
];

const flagsOf: Record<string, Flag[]> = {
  'stories-a': [
    suite,
    filter,
    ...origin,
    framework,
    ['--only-changed', 'boolean', 'false'],
    output,
    ...service,
  ],
  'stories-b': [suite, filter, ...origin, output, ...service],
  capture: [suite, ...origin, framework, output, ...service],
  upload: [suite, ...origin, ...service],
  diff: [
    suite,
    ['--head-capture', 'string', 'none'],
    ['--base-capture', 'string', 'none'],
    ['--baseline-ref', 'string', 'none'],
    autoApprove,
    ['--threshold', 'string', 'none'],
    ['--anti-aliasing', '`true` or `false`', 'none'],
    ['--manifest', 'string, names with commas between, repeatable', 'none'],
    ['--target-ref', 'string, repeatable', 'none'],
    output,
    ...service,
  ],
  run: [autoApprove, container, ...service],
  local: [autoApprove, ['--ref', 'string', 'none'], container],
  approve: decision,
  revoke: decision,
  login: [apiUrl],
  logout: [apiUrl],
  whoami: [apiUrl],
  'project set': [apiUrl],
};
const flag = (name: string, type = 'string'): Flag => [name, type, type === 'boolean' ? 'false' : 'none'];
const exitZero: Flag = ['--exit-zero-on-changes', 'boolean', 'false'];
const report: Flag = ['--report', 'string', 'none'];
const allowEmpty: Flag = ['--allow-empty', 'boolean', 'false'];
const list: Flag = ['--list', 'boolean', 'false'];
const noProof: Flag = ['--no-proof', 'boolean', 'false'];
const shard: Flag = ['--shard', 'string', 'none'];
const head: Flag[] = [
  ['--branch', 'string', 'none'],
  ['--commit', 'string', 'none'],
];
const ofResults = [exitZero, report, flag('--junit'), flag('--quiet', 'boolean')];
const ofCaptures = [...ofResults, shard];
const ofSessions = [...ofResults, ...head, shard, output, allowEmpty];
const ofImports: Flag[] = [
  ...head,
  ['--dry-run', 'boolean', 'false'],
  ['--replace', 'boolean', 'false'],
  ...service,
];
const platform: Flag = ['--platform', '`linux` or `darwin` or `win32`', '`linux`'];
const beyondFlagsOf: Record<string, Flag[]> = {
  'stories-a': [...ofCaptures, noProof, list],
  'stories-b': [...ofCaptures, noProof, list],
  capture: ofCaptures,
  upload: ofCaptures,
  diff: ofResults,
  run: [['--complete', 'boolean', 'false'], ...ofSessions, ['--fail-on-changes', 'boolean', 'false']],
  local: [...service, ...ofSessions],
  approve: [output],
  revoke: [output],
  reject: [...decision, ['--note', 'string', 'none'], output],
  rediff: [output, ...ofResults, ...service],
  cancel: service,
  explain: [['--viewport', 'string', 'none'], ['--browser', 'string', 'none'], output, ...service],
  'ignore add': [
    suite,
    ['--snapshot', 'string', 'none'],
    ['--viewport', 'string', 'none'],
    ['--browser', 'string', 'none'],
    ['--scope', '`snapshot` or `name` or `suite`', 'none'],
    ['--box', 'string', 'none'],
    ['--element', 'string', 'none'],
    ['--label', 'string', 'none'],
    ['--expires', 'string', 'none'],
    output,
    ...service,
  ],
  'ignore list': [['--suite', 'string', 'none'], output, ...service],
  'ignore remove': [output, ...service],
  flaky: [['--suite', 'string', 'none'], ['--snapshot', 'string', 'none'], output, ...service],
  'baselines list': [suite, ['--branch', 'string', 'none'], output, ...service],
  status: [flag('--branch'), flag('--suite'), flag('--json', 'boolean'), output, ...service],
  open: [flag('--branch'), flag('--suite'), flag('--no-browser', 'boolean'), ...service],
  doctor: [output, ...service],
  'import backstop': [['--config', 'string', 'none'], suite, ...ofImports],
  'import folder': [suite, ...ofImports],
  'import jest-image-snapshot': [
    ['--snapshots-dir', 'string', 'none'],
    ['--identifiers', 'boolean', 'false'],
    suite,
    ...ofImports,
  ],
  'import lost-pixel': [
    ['--config', 'string', 'none'],
    ['--baseline', 'string', 'none'],
    ['--storybook', 'string', 'none'],
    suite,
    ...ofImports,
  ],
  'import playwright': [platform, ...ofImports],
  'import reg-suit': [
    ['--config', 'string', '`regconfig.json`'],
    ['--actual', 'boolean', 'false'],
    suite,
    ...ofImports,
  ],
  'import vitest': [platform, ...ofImports],
  init: [
    ['--suite', 'string', 'none'],
    ['--dry-run', 'boolean', 'false'],
    ['--api-url', 'string', 'none'],
  ],
  mcp: service,
  login: [['--device', 'boolean', 'false']],
  whoami: [['--api-key', 'string', 'none']],
  finish: [...head, ['--run-key', 'string', 'none'], ...service],
};
const rowsOf = (flags: Record<string, Flag[]>) =>
  Object.entries(flags).flatMap(([name, list]) => list.map((flag) => flagRow(name, flag)));

const flagRows: Row[] = [...rowsOf(flagsOf), ...rowsOf(beyondFlagsOf).map(beyond)];

export const flags: Section = {
  title: 'Flags',
  text:
    'As the command line is defined. A default of none may still be found elsewhere: in the environment, in CI or git, in the ' +
    'service. What is not here does not exist: `upload` has no `--output`, `stories-b` has no `--framework` and no `--only-changed`.',
  columns: ['command', 'flag', 'type', 'default'],
  rows: flagRows,
  untold: () => {
    const told = new Set(flagRows.map(({ cells }) => `${cells[0]} ${cells[1]}`));
    return leavesOf(program).flatMap((name) =>
      commandOf(name)
        .options.filter(({ hidden }) => !hidden)
        .map(({ long }) => `svc ${name} \`${long}\``)
        .filter((flag) => !told.has(flag)),
    );
  },
};
