import { createHash } from 'node:crypto';
import { documentScript } from '@svc/stabilise';

/** Counts up with every change of how images are taken that `documentScript` and the browser's flags do not show. */
const version = 2;

const scripts = documentScript('real') + documentScript({ limitMs: 0, atOnce: false });

/** One line that is equal where the same page is captured in the same way. */
export const recipeOf = (renderer: string): string =>
  `${renderer}, recipe ${version}-${createHash('sha256').update(scripts).digest('hex').slice(0, 8)}`;
