import { amountText, causesOf, changesOf, slotText } from './readReport.mjs';

/** GitHub shows this many of each level and step. */
const mostAnnotations = 10;

/** As the runner reads commands: what would end a value or a line is escaped. */
const inData = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text) => inData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const command = (level, title, message) => `::${level} title=${inProperty(title)}::${inData(message)}`;

function changeAnnotation({ suite, reviewUrl }, result) {
  const causes = causesOf(result).slice(0, 2);
  const text = [
    `${slotText(result)}: ${amountText(result)}`,
    ...causes,
    ...(reviewUrl ? [`Review: ${reviewUrl}`] : []),
  ];
  return command(
    'warning',
    `${suite}: ${result.approvalStatus === 'rejected' ? 'rejected' : 'to review'}`,
    text.join('\n'),
  );
}

/**
 * A workflow command for each change that is left to decide, and for what could not be captured.
 *
 * @param {ReturnType<typeof import('./readReport.mjs').readReport>} report
 * @returns {string[]}
 */
export function formatAnnotations({ suites, error }) {
  const changes = suites.flatMap((suite) =>
    changesOf(suite)
      .filter(({ approvalStatus }) => approvalStatus !== 'approved')
      .map((result) => changeAnnotation(suite, result)),
  );
  const failures = suites.flatMap(({ suite, failed }) =>
    failed.map((failure) =>
      command('error', `${suite}: not captured`, `${slotText(failure)}: ${failure.message}`),
    ),
  );
  return [
    ...(error ? [command('error', 'svc', error.message)] : []),
    ...failures.slice(0, mostAnnotations - (error ? 1 : 0)),
    ...changes.slice(0, mostAnnotations),
  ];
}
