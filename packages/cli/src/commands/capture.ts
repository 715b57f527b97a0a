import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { captureTargets } from '../capture/captureTargets.js';
import { runCapture } from '../capture/runCapture.js';
import { addCaptureFlags, addOutputFlag, addServiceFlags, type CaptureFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import { parseFramework } from '../targets/parseFramework.js';
import { readTargets } from '../targets/readTargets.js';

interface TargetsFlags extends CaptureFlags {
  framework?: string;
}

export function addCapture(program: Command, run: Run): void {
  const command = program
    .command('capture')
    .summary('capture and compare a list of addresses')
    .description('Captures the addresses in a file, compares the images and waits for the result.')
    .argument('<targets-file>', 'JSON array of {"name", "url", "viewport": {"width", "height"}}')
    .option('--framework <name>', 'framework hint for all targets (stories-a)');
  addServiceFlags(addOutputFlag(addCaptureFlags(command)))
    .addHelpText(
      'after',
      `
A targets file:
  [{"name": "Home", "url": "https://staging.example.com/", "viewport": {"width": 1280, "height": 720}}]

Further fields of a target: selector, delay, cropToViewport, ignoreSelectors, ignore, path, metadata, diffThreshold, diffIncludeAntiAliasing,
pauseAnimationAtEnd, forcedColors, prefersReducedMotion, media, framework.

Examples:
  $ svc capture targets.json
  $ svc capture targets.json --suite pages --output json`,
    )
    .action((file: string, flags: TargetsFlags) =>
      run(async (context) => {
        const framework = parseFramework(flags.framework);
        const read = await readTargets(resolve(context.cwd, file), file);
        const targets = framework ? read.map((target) => ({ framework, ...target })) : read;
        return runCapture(
          (beginning) => {
            beginning.progress.step(`Capturing ${countText(targets.length, 'target')}`);
            context.note('a capture may just have begun in the service');
            return captureTargets({ targets }, beginning, flags, context);
          },
          flags,
          context,
        );
      }),
    );
}
