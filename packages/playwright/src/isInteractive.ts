const variable = 'SVC_PLAYWRIGHT_INTERACTIVE';

/** Whether tests run in UI mode or in an editor, which replaces what the configuration says of new pictures. */
export function isInteractive(): boolean {
  // Workers inherit what the runner found.
  if (process.env.TEST_WORKER_INDEX === undefined)
    process.env[variable] = process.argv.some((word) => /^(--ui(-host|-port)?(=.*)?|test-server)$/.test(word))
      ? '1'
      : '';
  return process.env[variable] === '1';
}
