import type { Context } from '../Context.js';

/** Reports progress on stderr. */
export interface Progress {
  step(text: string): void;
  count(text: string, completed: number, total: number): void;
  /** Says what is waited for, again and again. */
  wait(text: string): void;
  /** Says what was done, which stays. */
  report(text: string): void;
  /** Says something that stays, and that also matters where progress does not. */
  tell(text: string): void;
  /** Removes what was drawn, so that other output starts on a clean line. */
  end(): void;
}

const clearLine = '\r\u001b[2K';

/** One line that is drawn again and again. A terminal that does not know its width says 0. */
function terminalProgress(stderr: Context['stderr']): Progress {
  const draw = (text: string) => stderr.write(clearLine + text.slice(0, (stderr.columns || 80) - 1));
  const tell = (text: string) => stderr.write(`${clearLine}${text}\n`);
  return {
    step: (text) => draw(`${text} …`),
    count: (text, completed, total) => draw(`${text} ${completed}/${total}`),
    wait: draw,
    report: tell,
    tell,
    end: () => stderr.write(clearLine),
  };
}

/** A line for each step, and for each further tenth of a count: logs are read later. */
function plainProgress(stderr: Context['stderr']): Progress {
  let last = '';
  return {
    step: (text) => stderr.write(`${text}\n`),
    count: (text, completed, total) => {
      const tenths = total > 0 ? Math.floor((10 * completed) / total) : 0;
      if (last === `${text} ${tenths}`) return;
      last = `${text} ${tenths}`;
      stderr.write(`${text} ${completed}/${total}\n`);
    },
    wait: (text) => {
      if (last === text) return;
      last = text;
      stderr.write(`${text}\n`);
    },
    report: (text) => stderr.write(`${text}\n`),
    tell: (text) => stderr.write(`${text}\n`),
    end: () => undefined,
  };
}

/** Only what stays: warnings are not progress. */
const quietProgress = ({ tell }: Progress): Progress => ({
  step: () => undefined,
  count: () => undefined,
  wait: () => undefined,
  report: () => undefined,
  tell,
  end: () => undefined,
});

/** Some CI gives its jobs a terminal, but people read a log of it. */
export function createProgress({
  stderr,
  env,
  outputFlags,
}: Pick<Context, 'stderr' | 'env' | 'outputFlags'>): Progress {
  const isRedrawn = stderr.isTTY && !env.CI && env.TERM !== 'dumb';
  const progress = isRedrawn ? terminalProgress(stderr) : plainProgress(stderr);
  return outputFlags.quiet ? quietProgress(plainProgress(stderr)) : progress;
}
