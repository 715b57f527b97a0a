import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '@svc/image-diff';

/**
 * The images of stories, counted by what they show. A story's images are written to `folder` as soon as there are
 * two that differ, each once, so that they can be looked at while the captures go on.
 */
export function createAlbum(folder) {
  /** By story: how often each image was taken, in which condition, and its bytes. */
  const stories = new Map();

  function write(name, { hash, png }) {
    if (!png) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')} ${hash}.png`), png);
  }

  /** What a story mostly looks like; a failure only when it never was anything else. */
  function usual(name) {
    const all = [...stories.get(name).values()];
    const images = all.some(({ png }) => png) ? all.filter(({ png }) => png) : all;
    return images.reduce((best, one) => (total(one) > total(best) ? one : best));
  }

  const total = ({ times }) => [...times.values()].reduce((sum, count) => sum + count, 0);

  /** The stories for whose images `timesOf` is not zero in all. */
  const findTimes = (timesOf) =>
    [...stories].flatMap(([name, images]) => {
      const times = [...images.values()].reduce((sum, image) => sum + timesOf(name, image), 0);
      return times > 0 ? [{ name, times }] : [];
    });

  return {
    add(name, condition, outcome) {
      const images = stories.get(name) ?? new Map();
      stories.set(name, images);
      const hash = outcome.ok ? hashOf(outcome.png) : `failed: ${outcome.message}`;
      const image = images.get(hash) ?? { hash, png: outcome.ok ? outcome.png : null, times: new Map() };
      const isNew = !images.has(hash);
      images.set(hash, image);
      image.times.set(condition, (image.times.get(condition) ?? 0) + 1);
      if (!isNew || (images.size === 1 && image.png)) return;
      console.log(`${name}, ${condition}: ${images.size} images now, the latest is ${hash}`);
      for (const one of images.size === 2 ? images.values() : [image]) write(name, one);
    },
    isUsual: (name, png) => stories.has(name) && usual(name).hash === hashOf(png),
    /** How many images were taken in a condition, by story those that differ, and those that failed. */
    count(condition) {
      const timesOf = ({ times }) => times.get(condition) ?? 0;
      const all = [...stories.values()].flatMap((images) => [...images.values()]);
      return {
        captures: all.reduce((sum, image) => sum + timesOf(image), 0),
        differing: findTimes((name, image) => (image.png && image !== usual(name) ? timesOf(image) : 0)),
        failing: findTimes((_, image) => (image.png ? 0 : timesOf(image))),
      };
    },
    /** The images, each once, that are not what a story mostly looks like: how many look different to the eye alone. */
    async examine() {
      const pairs = [...stories].flatMap(([name, images]) => {
        const mostly = usual(name);
        return [...images.values()]
          .filter(({ png }) => png && png !== mostly.png)
          .map(({ png }) => [mostly.png, png]);
      });
      const found = await Promise.all(pairs.map(([mostly, png]) => compare(mostly, png)));
      const alarms = found.filter(({ equal, subthreshold }) => equal && subthreshold.area >= leastArea);
      return {
        pairs: found.length,
        unequal: found.filter(({ equal }) => !equal).length,
        alarms: alarms.length,
      };
    },
    summary() {
      const sum = (timesOf) => findTimes(timesOf).reduce((times, story) => times + story.times, 0);
      const differ = sum((name, image) => (image.png && image !== usual(name) ? total(image) : 0));
      return `${differ} differ, ${sum((_, image) => (image.png ? 0 : total(image)))} failed`;
    },
  };
}

/** Per hundred pixels: what the sensitivity `perceptual` takes for a change. */
const leastArea = 1;

const hashOf = (png) => createHash('sha256').update(png).digest('hex').slice(0, 12);
