import type { Context } from '../Context.js';
import type { Output } from './Output.js';
import { jsonOf, writeReports } from './reports.js';
import { type Style, styleFor } from './Style.js';

/** Where the outcome of a command goes: the process, and what its flags say. */
type Presentation = Pick<Context, 'stdout' | 'cwd' | 'env' | 'outputFlags'>;

/** Whether nothing is left to do. */
const isSettled = (document: Output): boolean =>
  document.exitCode === 0 && (!('conclusion' in document) || document.conclusion === 'success');

/**
 * Ends a command with what it found: text for people, or one JSON document, and the files of `--report` and `--junit`.
 * @param to where the text goes; the document is always on stdout
 */
export async function present(
  document: Output,
  text: (style: Style) => string,
  presentation: Presentation,
  to: Pick<Context['stdout'], 'write' | 'isTTY'> = presentation.stdout,
): Promise<void> {
  const { env, stdout, outputFlags } = presentation;
  if (outputFlags.output === 'json') stdout.write(jsonOf(document));
  else if (!(outputFlags.quiet && isSettled(document))) to.write(text(styleFor(to, env)));
  await writeReports(document, presentation);
}
