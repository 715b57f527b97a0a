import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '@svc/image-diff';

/**
 * The images of stories, counted by what they show; those that are marked unstable for themselves. A story's images are written to
 * `folder` as soon as there are two that differ, each once, so that they can be looked at while the captures go on.
 */
export function createAlbum(folder) {
  /** By story: how often each image was taken, in which condition, and its bytes. */
  const stories = new Map();

  function write(name, { hash, png }) {
    if (!png) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')} ${hash}.png`), png);
  }

  /** What a story mostly looks like; marked unstable, or a failure, only when it never was anything else. */
  function usual(name) {
    const all = [...stories.get(name).values()];
    const shown = all.filter(({ png }) => png);
    const sure = shown.filter(({ unstable }) => !unstable);
    const images = [sure, shown, all].find(({ length }) => length > 0);
    return images.reduce((best, one) => (total(one) > total(best) ? one : best));
  }

  const differs = (name, image) => image.png && !image.unstable && image !== usual(name);

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
      const unstable = outcome.ok && outcome.unstable;
      const key = `${hash}${unstable ? ' marked unstable' : ''}`;
      const png = outcome.ok ? outcome.png : null;
      const image = images.get(key) ?? { hash, unstable, png, times: new Map() };
      const isNew = !images.has(key);
      images.set(key, image);
      image.times.set(condition, (image.times.get(condition) ?? 0) + 1);
      if (!isNew || (images.size === 1 && image.png)) return;
      console.log(`${name}, ${condition}: ${images.size} images now, the latest is ${key}`);
      for (const one of images.size === 2 ? images.values() : [image]) write(name, one);
    },
    isUsual: (name, png) => stories.has(name) && usual(name).hash === hashOf(png),
    /** How many images were taken in a condition, by story those that differ, and those that failed. */
    count(condition) {
      const timesOf = ({ times }) => times.get(condition) ?? 0;
      const all = [...stories.values()].flatMap((images) => [...images.values()]);
      return {
        captures: all.reduce((sum, image) => sum + timesOf(image), 0),
        differing: findTimes((name, image) => (differs(name, image) ? timesOf(image) : 0)),
        marked: findTimes((_, image) => (image.unstable ? timesOf(image) : 0)),
        failing: findTimes((_, image) => (image.png ? 0 : timesOf(image))),
      };
    },
    /** The images, each once, that are not what a story mostly looks like: how many look different to the eye alone. */
    async examine() {
      const pairs = [...stories].flatMap(([name, images]) => {
        const mostly = usual(name);
        return [...images.values()]
          .filter((image) => differs(name, image))
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
      const differ = sum((name, image) => (differs(name, image) ? total(image) : 0));
      const marked = sum((_, image) => (image.unstable ? total(image) : 0));
      return `${differ} differ, ${sum((_, image) => (image.png ? 0 : total(image)))} failed, ${marked} marked unstable`;
    },
  };
}

/** Per hundred pixels: what the sensitivity `perceptual` takes for a change. */
const leastArea = 1;

const hashOf = (png) => createHash('sha256').update(png).digest('hex').slice(0, 12);
