import { formatCommands } from './formatCommands.mjs';
import { formatOperations } from './formatOperations.mjs';

/**
 * The pages of docs/ that follow from the code, by their files.
 *
 * @param {{cli: object, server: object, operations: object}} described `cli` and `server` are programs of commander
 * @returns {Record<string, string>}
 */
export function writeReferences({ cli, server, operations }) {
  return {
    'docs/commands.md': formatCommands(cli, {
      title: 'Commands of svc',
      introduction: `This page contains what \`svc <command> --help\` prints. [The command line](../packages/cli/README.md) explains exit codes, access, JSON and how
stories become snapshots.`,
    }),
    'docs/server-commands.md': formatCommands(server, {
      title: 'Commands of svc-server',
      introduction: `This page contains what \`svc-server <command> --help\` prints. In a clone of the repository, \`svc-server\` is
\`node apps/server/bin/svc-server.js\`.`,
    }),
    'docs/operations.md': formatOperations(operations),
  };
}
