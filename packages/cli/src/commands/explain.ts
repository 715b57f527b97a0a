import type { Diff, DiffResult, Viewport } from '@svc/sdk';
import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import { unknownSnapshot } from '../builds/unknownSnapshot.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addOutputFlag, addServiceFlags, diffArgument, parseViewport, type ServiceFlags } from '../flags.js';
import { describeChange } from '../output/describeSuite.js';
import { formatExplanation } from '../output/formatExplanation.js';
import { type ExplanationOutput, outputVersion } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';
import { slotText } from '../output/slotText.js';
import { readDiff } from './readDiff.js';

interface ExplainFlags extends ServiceFlags {
  viewport?: Viewport;
  browser?: string;
}

const sizeText = (viewport: Viewport | null | undefined) =>
  viewport ? `${viewport.width}x${viewport.height}` : undefined;

/**
 * The one result that a name, and a viewport and a browser where there are several, mean.
 * @throws CliError SNAPSHOT_NOT_IN_DIFF, USAGE
 */
function findResult(diff: Diff, given: string, { viewport, browser }: ExplainFlags): DiffResult {
  const { id } = diff;
  const name = given.normalize('NFC');
  const named = diff.results.filter((result) => result.name === name);
  if (named.length === 0) throw unknownSnapshot(diff, name);
  const [result, ...others] = named.filter(
    (one) =>
      (viewport === undefined || sizeText(one.viewport) === sizeText(viewport)) &&
      (browser === undefined || one.browser === browser),
  );
  const all = named.map(slotText).join(', ');
  if (!result) {
    const asked = [sizeText(viewport), browser].filter(Boolean).join(', ');
    throw new CliError('SNAPSHOT_NOT_IN_DIFF', `diff ${id} has no "${name}" (${asked}); it has ${all}`);
  }
  if (others.length === 0) return result;
  throw new CliError(
    'USAGE',
    `which "${name}"? Choose one with --viewport or --browser: diff ${id} has ${all}`,
  );
}

async function explain(diffId: string, name: string, flags: ExplainFlags, context: Context): Promise<number> {
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const diff = await readDiff(client, diffId).finally(progress.end);
  const result = findResult(diff, name, flags);
  const explanation = await client.explainResult(diffId, result).finally(progress.end);
  const document: ExplanationOutput = {
    version: outputVersion,
    exitCode: exitCodes.success,
    diffId,
    reviewUrl: diff.reviewUrl,
    ...explanation,
    change: describeChange(result),
    incomplete: explanation.incomplete ?? result.incomplete ?? [],
  };
  await present(document, () => formatExplanation(document, result), context);
  return exitCodes.success;
}

export function addExplain(program: Command, run: Run): void {
  const command = program
    .command('explain')
    .summary('explain a result')
    .description(
      'Explains a result: the possible baselines, which of them its commit contains, which one was chosen, the earlier ' +
        'decisions between the two images, and the decision that counts.',
    )
    .argument(...diffArgument)
    .argument('<snapshot>', 'name of a snapshot')
    .option('--viewport <size>', 'viewport, if there are several, such as 1280x720', parseViewport)
    .option('--browser <name>', 'browser, if there are several');
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Examples:
  $ svc explain dif_1 "Button/Primary"
  $ svc explain dif_1 "Button/Primary" --viewport 375x720 --browser firefox`,
    )
    .action((diffId: string, name: string, flags: ExplainFlags) =>
      run((context) => explain(diffId, name, flags, context)),
    );
}
