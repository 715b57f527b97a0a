import { randomUUID } from 'node:crypto';

/**
 * The outputs of the step.
 *
 * @param {ReturnType<typeof import('./readReport.mjs').readReport>} report
 * @param {{exitCode: number, file: string}} run
 * @returns {Record<string, string>}
 */
export function outputsOf({ suites, error }, { exitCode, file }) {
  const sum = (name) => String(suites.reduce((total, { counts }) => total + (counts?.[name] ?? 0), 0));
  const conclusions = suites.map(({ conclusion }) => conclusion);
  const isJudged = !error && suites.length > 0 && !conclusions.includes(null);
  const page = suites.find(({ conclusion }) => conclusion === 'failure') ?? suites[0];
  return {
    conclusion: conclusions.includes('failure') ? 'failure' : isJudged ? 'success' : '',
    'exit-code': String(exitCode),
    'review-url': page?.reviewUrl ?? '',
    changed: sum('changed'),
    new: sum('new'),
    removed: sum('removed'),
    pending: sum('pending'),
    report: file,
  };
}

/** Lines of the file of outputs. What ends a value cannot be guessed, so that no value can set another output. */
export const formatOutputs = (outputs) =>
  Object.entries(outputs)
    .map(([name, value]) => {
      const end = `end_${randomUUID()}`;
      return `${name}<<${end}\n${value}\n${end}\n`;
    })
    .join('');
