import type { Env } from '@svc/sdk';

type Paint = (text: string) => string;

/** How the words of an outcome look. */
export interface Style {
  changed: Paint;
  added: Paint;
  bad: Paint;
  good: Paint;
  attention: Paint;
  heading: Paint;
  link: Paint;
}

const as = (text: string) => text;

/** For logs, files and pipes. */
export const plain: Style = {
  changed: as,
  added: as,
  bad: as,
  good: as,
  attention: as,
  heading: as,
  link: as,
};

/** Select Graphic Rendition of ECMA-48: every terminal has these. */
const sgr =
  (...codes: number[]): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${codes.join(';')}m${text}\u001b[0m`;

export const colored: Style = {
  changed: sgr(33),
  added: sgr(32),
  bad: sgr(31),
  good: sgr(32),
  attention: sgr(1, 33),
  heading: sgr(1),
  link: sgr(36, 4),
};

/**
 * Whether a stream shows colors: `FORCE_COLOR` decides, then `NO_COLOR`, then whether it is a terminal. CI alone does not
 * turn them on, since its steps read what commands print.
 */
export function hasColors({ isTTY }: { isTTY?: boolean | undefined }, env: Env): boolean {
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.NO_COLOR) return false;
  return isTTY === true && env.TERM !== 'dumb';
}

export const styleFor = (stream: { isTTY?: boolean | undefined }, env: Env): Style =>
  hasColors(stream, env) ? colored : plain;
