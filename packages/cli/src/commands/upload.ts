import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { runCapture } from '../capture/runCapture.js';
import { sessionFor, uploadIntoSession } from '../capture/uploadIntoSession.js';
import { checkDirectory } from '../files/checkBuild.js';
import { listImages } from '../files/listImages.js';
import { addCaptureFlags, addServiceFlags, type CaptureFlags } from '../flags.js';
import { countText } from '../output/countText.js';

export function addUpload(program: Command, run: Run): void {
  const command = program
    .command('upload')
    .summary('upload and compare a directory of images')
    .description(
      'Uploads the .png, .jpg, .jpeg and .webp files of a directory and its subdirectories as one capture, compares them and ' +
        'waits for the result. The name of a snapshot is the path of its file without the extension. <name>.ignore.json beside ' +
        'an image lists boxes that comparisons ignore; other files are skipped.',
    )
    .argument('<directory>', 'directory of images');
  addServiceFlags(addCaptureFlags(command))
    .addHelpText(
      'after',
      `
Within \`svc run\` or \`svc local\` (SVC_SESSION_ID is set), the snapshots belong to the session, which compares them
with the others. Changes then do not make the exit code 1, and --auto-baseline and --ephemeral make a separate capture.

<name>.ignore.json is a list of boxes in pixels of the image: [{"x": 0, "y": 0, "width": 200, "height": 40}]. They are masked on both
sides of a comparison.

Examples:
  $ svc upload screenshots
  $ svc upload screenshots --suite e2e --auto-baseline
  $ svc upload screenshots --shard 2/4
  $ svc run -- sh -c "npm run screenshots && svc upload screenshots"`,
    )
    .action((dir: string, flags: CaptureFlags) =>
      run(async (context) => {
        const directory = resolve(context.cwd, dir);
        await checkDirectory(directory, dir);
        const snapshots = await listImages(directory, dir);
        const sessionId = sessionFor(flags, context);
        if (sessionId) return uploadIntoSession(sessionId, snapshots, flags, context);
        return runCapture(
          ({ client, origin, progress, refuse, noteBegun }) => {
            progress.step(`Reading ${countText(snapshots.length, 'file')}`);
            return client.createCapture({
              ...origin,
              snapshots,
              complete: true,
              onRefused: ({ name }, { message }) => refuse(name, message),
              onProgress: ({ captureId, completed, total }) => {
                noteBegun(captureId);
                context.note(
                  `capture ${captureId} was given up with ${completed} of ${total} snapshots; nothing is compared with it`,
                );
                progress.count('Uploading', completed, total);
              },
            });
          },
          flags,
          context,
        );
      }),
    );
}
