import { formatBash } from './formatBash.js';
import { formatFish } from './formatFish.js';
import { formatZsh } from './formatZsh.js';

/** What prints the script of each shell. */
export const shells = { bash: formatBash, zsh: formatZsh, fish: formatFish };

export type Shell = keyof typeof shells;
