/** What can be run, each by the input that names it. */
const modes = ['command', 'storybook', 'ladle', 'images'];

/**
 * The inputs of a step, as the runner hands them over: `INPUT_` and the name in capitals.
 *
 * @param {Record<string, string | undefined>} env
 * @throws {Error} that says which input is wrong, and what to do
 */
export function readInputs(env) {
  const input = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  const given = modes.filter((mode) => input(mode) !== '');
  if (given.length !== 1) {
    const what = given.length === 0 ? 'none of them is set' : `${given.join(' and ')} are set`;
    throw new Error(`Set exactly one of the inputs ${modes.join(', ')}: ${what}.`);
  }
  const apiUrl = input('api-url').replace(/\/+$/, '');
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol)) {
    throw new Error('Set the input api-url to the address of the service, such as https://svc.example.com.');
  }
  const failOnChanges = input('fail-on-changes');
  if (!['', 'true', 'false'].includes(failOnChanges)) {
    throw new Error(`The input fail-on-changes must be true or false, not "${failOnChanges}".`);
  }
  const [mode] = given;
  if (mode === 'command' && input('suite') !== '') {
    throw new Error('The input suite is for a build or images: in a command, the tests name their suite.');
  }
  return {
    mode,
    /** The command, or the folder. */
    subject: input(mode),
    apiUrl,
    apiKey: input('api-key'),
    project: input('project'),
    suite: input('suite'),
    args: input('args').split(/\s+/).filter(Boolean),
    folder: input('working-directory') || '.',
    failOnChanges,
    svc: input('svc'),
  };
}
