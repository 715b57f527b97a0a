import { existsSync } from 'node:fs';
import type { TestResult } from '@playwright/test/reporter';

type Attempt = Pick<TestResult, 'attachments'>;

const tracesOf = ({ attachments }: Attempt): string[] =>
  attachments.flatMap(({ name, contentType, path }) =>
    name === 'trace' && contentType === 'application/zip' && path && existsSync(path) ? [path] : [],
  );

/** The trace of the attempt that took a picture, else of the last attempt that has one: Playwright decides which it keeps. */
export const traceOf = (taker: Attempt, attempts: readonly Attempt[]): string | undefined =>
  [...attempts, taker].flatMap(tracesOf).at(-1);
