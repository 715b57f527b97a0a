import type { Command } from 'commander';
import type { Run } from '../Context.js';
import type { StoriesFlags } from '../capture/captureStories.js';
import { addCaptureFlags, addOutputFlag, addServiceFlags, repeatedFilter } from '../flags.js';
import { parseFramework } from '../targets/parseFramework.js';

interface StoriesAFlags extends StoriesFlags {
  framework?: string;
}

export function addStoriesA(program: Command, run: Run): void {
  const command = program
    .command('stories-a')
    .alias('storybook')
    .summary('capture and compare a Storybook build')
    .description(
      'Uploads a static Storybook build, captures its stories, compares them with the baselines and waits for the result.',
    )
    .argument('<dir>', 'output directory of `storybook build`')
    .option(
      '--filter <glob>',
      'only stories with a matching Title/Name, ID or tag, such as "Forms/**" or tag:visual; a leading ! excludes them; may be repeated',
      repeatedFilter,
    )
    .option('--no-proof', 'capture every story, even if its files are unchanged')
    .option('--list', 'print what would be captured, and what would not, without capturing')
    .option('--framework <name>', 'framework hint for all targets (stories-a)')
    .option(
      '--only-changed',
      'only stories that code or package changes can affect; build with --stats-json',
    );
  addServiceFlags(addOutputFlag(addCaptureFlags(command)))
    .addHelpText(
      'after',
      `
Examples:
  $ npx storybook build && svc stories-a storybook-static
  $ svc stories-a storybook-static --auto-baseline      set the first baselines
  $ svc stories-a storybook-static --filter "Forms/**"  a part of the stories
  $ svc stories-a storybook-static --filter tag:visual --filter "!**/Draft*" --list
  $ npx storybook build --stats-json && svc stories-a storybook-static --only-changed`,
    )
    .action((dir: string, flags: StoriesAFlags) =>
      run(async (context) => {
        parseFramework(flags.framework);
        const { captureStories } = await import('../capture/captureStories.js');
        return captureStories('stories-a', dir, flags, context);
      }),
    );
}
