import type { Command } from 'commander';
import type { Run } from '../Context.js';
import type { StoriesFlags } from '../capture/captureStories.js';
import { addCaptureFlags, addOutputFlag, addServiceFlags, repeatedFilter } from '../flags.js';

export function addStoriesB(program: Command, run: Run): void {
  const command = program
    .command('stories-b')
    .alias('ladle')
    .summary('capture and compare a Ladle build')
    .description(
      'Uploads a static Ladle build, captures its stories, compares them with the baselines and waits for the result.',
    )
    .argument('<dir>', 'output directory of `ladle build`')
    .option(
      '--filter <glob>',
      'only stories with a matching Title/Name, ID or tag, such as "Forms/**" or tag:visual; a leading ! excludes them; may be repeated',
      repeatedFilter,
    )
    .option('--no-proof', 'capture every story, even if its files are unchanged')
    .option('--list', 'print what would be captured, and what would not, without capturing');
  addServiceFlags(addOutputFlag(addCaptureFlags(command)))
    .addHelpText(
      'after',
      `
Examples:
  $ npx ladle build && svc stories-b build
  $ svc stories-b build --auto-baseline                 set the first baselines
  $ svc stories-b build --filter "forms--*"             a part of the stories, by id`,
    )
    .action((dir: string, flags: StoriesFlags) =>
      run(async (context) => {
        const { captureStories } = await import('../capture/captureStories.js');
        return captureStories('stories-b', dir, flags, context);
      }),
    );
}
