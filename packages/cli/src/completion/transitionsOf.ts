import type { DescribedCommand } from './describeCommands.js';

/** A word that leads from a command to one within it. */
export interface Transition {
  from: string;
  word: string;
  to: string;
}

/** All of them, also those by aliases. */
export const transitionsOf = (described: readonly DescribedCommand[]): Transition[] =>
  described.flatMap(({ path, commands }) =>
    commands
      .filter(({ name }) => name !== 'help')
      .flatMap(({ name, aliases }) =>
        [name, ...aliases].map((word) => ({
          from: path,
          word,
          to: [path, name].filter(Boolean).join(' '),
        })),
      ),
  );
