import type { A11yMode } from '@svc/schema';

/** What a project asks for in one of its suites. */
export const a11yModeOf = (
  { a11y, a11yBySuite }: { a11y: A11yMode; a11yBySuite: Readonly<Record<string, A11yMode>> },
  suite: string,
): A11yMode => (Object.hasOwn(a11yBySuite, suite) ? a11yBySuite[suite] : undefined) ?? a11y;
