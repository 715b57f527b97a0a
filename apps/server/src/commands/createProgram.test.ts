import { Readable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { settings } from '../settings/settings.js';
import { createProgram } from './createProgram.js';

const forbidden = () => expect.fail('nothing of the service is needed here');

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** What `svc-server` answers to arguments that are not carried out. */
async function refuse(...args: string[]) {
  let output = '';
  const program = createProgram({
    config: forbidden,
    withDatabase: forbidden,
    withPool: forbidden,
    openVault: forbidden,
    openCodeHosts: forbidden,
    print: forbidden,
    input: Readable.from([]),
  });
  const write = (text: string) => {
    output += text;
  };
  for (const command of everyCommand(program)) command.configureOutput({ writeOut: write, writeErr: write });
  const error = await program.parseAsync(args, { from: 'user' }).then(
    () => expect.fail('the command was carried out'),
    (reason) => reason,
  );
  if (!(error instanceof CommanderError)) throw error;
  return { exitCode: error.exitCode, output };
}

describe('help', () => {
  test('names every command and every setting', async () => {
    const { exitCode, output } = await refuse('help');
    expect(exitCode).toBe(0);
    for (const name of [
      'start',
      'migrate',
      'backup',
      'restore',
      'verify',
      'keys',
      'blobs',
      'code-host',
      'signing-key',
      'sign-in-link',
      'doctor',
    ]) {
      expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    for (const name of Object.keys(settings)) expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect((await refuse('--help')).output).toBe(output);
  });

  test.each(everyCommand(programOf()).map((command) => [pathOf(command)]))(
    'of `svc-server %s` says what it does',
    async (path) => {
      const { exitCode, output } = await refuse(...path.split(' ').filter(Boolean), '--help');
      expect(exitCode).toBe(0);
      expect(output).toMatch(/^Usage: svc-server.*\n\n\S.*/);
    },
  );
});

test.each([
  [['bootstrap'], "unknown command 'bootstrap'"],
  [['keys', 'make', 'acme/web'], "unknown command 'make'"],
  [['--loud'], "unknown option '--loud'"],
  [['start', '--loud'], "unknown option '--loud'"],
  [['start', 'now'], 'too many arguments'],
  [['keys', 'create'], "missing required argument 'org/project'"],
  [['blobs', 'copy', 'disk'], "missing required argument 'to'"],
  [['blobs', 'copy', 'disk', 'tape'], 'Allowed choices are disk, s3'],
  [['blobs', 'copy', 'disk', 's3', '--parallel', '0'], 'It must be a whole number from 1 to 256'],
  [['backup'], "missing required argument 'place'"],
  [['backup', 'there', '--keep', '0'], 'It must be a whole number from 1 on'],
  [['keys', 'create', 'acme'], 'It must look like org/project'],
  [['code-host', 'gitlab', 'acme/web'], "missing required argument 'path'"],
])('%j is refused', async (args, message) => {
  const { exitCode, output } = await refuse(...args);
  expect(exitCode).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain('--help');
});

function programOf(): Command {
  return createProgram({
    config: forbidden,
    withDatabase: forbidden,
    withPool: forbidden,
    openVault: forbidden,
    openCodeHosts: forbidden,
    print: forbidden,
    input: Readable.from([]),
  });
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';
}
