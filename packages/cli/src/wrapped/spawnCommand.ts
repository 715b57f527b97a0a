import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { CliError } from '../CliError.js';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const reasons: Record<string, string> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is not executable',
};

/**
 * Runs a program in this terminal, passes signals on to it, and answers its exit code; one that a signal ended counts as
 * 128 and the signal's number, as in shells.
 * @param toStderr where its output goes, so that stdout stays free
 * @throws CliError COMMAND_NOT_STARTED
 */
export function spawnCommand(
  [program = '', ...args]: readonly string[],
  { cwd, env, toStderr = false }: { cwd: string; env: NodeJS.ProcessEnv; toStderr?: boolean },
): Promise<number> {
  // On Windows npx and others are scripts, which only a shell starts.
  const child = spawn(program, args, { cwd, env, stdio: ['inherit', toStderr ? 2 : 'inherit', 'inherit'] });
  const forward = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to every process in it; a second one would be a second Ctrl-C to the command.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  return new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const known = reasons[error.code ?? ''] ?? error.message;
      const isLine = error.code === 'ENOENT' && args.length === 0 && /\s/.test(program);
      const reason = isLine ? `${known}. Remove the quotes, or run it in a shell: sh -c "…"` : known;
      reject(new CliError('COMMAND_NOT_STARTED', `cannot start "${program}": ${reason}`, { cause: error }));
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward);
  });
}
