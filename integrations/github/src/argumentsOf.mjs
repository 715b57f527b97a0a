const commands = { storybook: 'stories-a', ladle: 'stories-b', images: 'upload' };

/**
 * The command line of svc for the inputs.
 *
 * @param {ReturnType<typeof import('./readInputs.mjs').readInputs>} inputs
 * @param {string} report file for the JSON report
 * @returns {string[]}
 */
export function argumentsOf({ mode, subject, suite, args, failOnChanges }, report) {
  const flags = ['--report', report, ...args];
  if (failOnChanges === 'false') flags.unshift('--exit-zero-on-changes');
  if (mode !== 'command') {
    return [commands[mode], subject, ...(suite ? ['--suite', suite] : []), ...flags];
  }
  if (failOnChanges === 'true') flags.unshift('--fail-on-changes');
  // As the runner itself runs a step.
  return ['run', ...flags, '--', 'bash', '-eo', 'pipefail', '-c', subject];
}
