import { Argument, type Command } from 'commander';
import type { Run } from '../../Context.js';
import { describeCommands } from '../../completion/describeCommands.js';
import { type Shell, shells } from '../../completion/shells.js';
import { exitCodes } from '../../exitCodes.js';

export function addCompletion(program: Command, run: Run): void {
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description('Prints a script that completes commands, flags and their values in a shell.')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
Load it in the start-up file of the shell, with svc in the PATH:
  ~/.bashrc                   source <(svc completion bash)
  ~/.zshrc, after compinit    source <(svc completion zsh)
  ~/.config/fish/config.fish  svc completion fish | source`,
    )
    .action((shell: Shell) =>
      run(({ stdout }) => {
        stdout.write(shells[shell](describeCommands(program)));
        return exitCodes.success;
      }),
    );
}
