import { captureTarget } from '@svc/schema';
import { z } from 'zod';
import { ephemeral, mostTargets, startCapture, suiteOfCapture } from '../startCapture.js';
import { defineTool } from '../Tool.js';

export const captureUrls = defineTool({
  name: 'capture_urls',
  title: 'Capture URLs',
  description:
    'Captures pages with the browsers of the service. They must be reachable from there: not a server on this machine, ' +
    `for which \`svc local\` exists. ${ephemeral}`,
  operations: ['createCapture'],
  onlyPeople: false,
  isReadOnly: false,
  input: z.strictObject({
    suite: suiteOfCapture,
    pages: z
      .array(
        z.strictObject({
          name: captureTarget.shape.name.describe(
            'Name of the snapshot; that of a baseline to compare with it.',
          ),
          url: captureTarget.shape.url,
          viewport: captureTarget.shape.viewport,
          selector: captureTarget.shape.selector.describe('Capture only this element.'),
          delay: captureTarget.shape.delay.describe('Milliseconds to wait before the image.'),
        }),
      )
      .min(1)
      .max(mostTargets),
  }),
  run: (asker, { suite, pages }) => startCapture(asker, suite, pages),
});
