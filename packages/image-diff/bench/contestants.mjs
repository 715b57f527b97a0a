import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compare } from '@svc/image-diff';
import pixelmatch from 'pixelmatch';
import bundle from 'playwright-core/lib/coreBundle';
import sharp from 'sharp';
import { installPeers } from './installPeers.mjs';

const threshold = 0.063;

/** What `toHaveScreenshot` compares with. */
const compareAsPlaywright = bundle.utils.getComparator('image/png');

/** Each compares two files, leaves anti-aliasing out, and (but where it says count) writes an image of the difference. */
export function startContestants(folder) {
  const load = installPeers();
  const { ODiffServer } = load('odiff-bin');
  const { compare: blazediff, hasNativeBinding } = load('@blazediff/bin');
  const server = new ODiffServer();
  const image = (name) => path.join(folder, `diff by ${name}.png`);
  if (!hasNativeBinding())
    throw new Error('blazediff has no binary for this machine: its numbers would be of another program.');
  return {
    ours: {
      name: 'ours, mask',
      run: async (a, b) => {
        const { diffPixels, mask } = await compare(readFileSync(a), readFileSync(b), { threshold });
        if (mask) writeFileSync(image('ours'), mask);
        return diffPixels;
      },
    },
    odiff: {
      name: 'odiff server, image',
      childOf: () => server.process?.pid,
      run: async (a, b) => {
        const result = await server.compare(a, b, image('odiff'), { threshold, antialiasing: true });
        return result.match ? 0 : result.diffCount;
      },
    },
    blazediff: {
      name: 'blazediff N-API, image',
      run: async (a, b) => {
        const result = await blazediff(a, b, image('blazediff'), { threshold, antialiasing: true });
        return result.match ? 0 : result.diffCount;
      },
    },
    playwright: {
      name: 'Playwright, image',
      run: async (a, b) => {
        const result = compareAsPlaywright(readFileSync(b), readFileSync(a), { threshold });
        if (result) writeFileSync(image('playwright'), result.diff);
        return result ? Number(/^\d+/.exec(result.errorMessage)?.[0]) : 0;
      },
    },
    former: {
      name: 'sharp + pixelmatch, count',
      run: async (a, b) => {
        const [one, other] = await Promise.all([a, b].map((file) => decode(file)));
        return pixelmatch(one.data, other.data, undefined, one.info.width, one.info.height, { threshold });
      },
    },
    stop: () => {
      // It warns of its own end.
      server.process?.removeAllListeners('exit');
      server.stop();
    },
  };
}

function decode(file) {
  return sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
