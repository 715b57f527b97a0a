import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The pictures of stories, counted by what they show. A story's pictures are written to `folder` as soon as there are
 * two that differ, each once, so that they can be looked at while the captures go on.
 */
export function createAlbum(folder) {
  /** By story: how often each picture was taken, in which condition, and its bytes. */
  const stories = new Map();

  function write(name, { hash, png }) {
    if (!png) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')} ${hash}.png`), png);
  }

  /** What a story mostly looks like; a failure only when it never was anything else. */
  function usual(name) {
    const all = [...stories.get(name).values()];
    const pictures = all.some(({ png }) => png) ? all.filter(({ png }) => png) : all;
    return pictures.reduce((best, one) => (total(one) > total(best) ? one : best));
  }

  const total = ({ times }) => [...times.values()].reduce((sum, count) => sum + count, 0);

  /** The stories for whose pictures `timesOf` is not zero in all. */
  const findTimes = (timesOf) =>
    [...stories].flatMap(([name, pictures]) => {
      const times = [...pictures.values()].reduce((sum, picture) => sum + timesOf(name, picture), 0);
      return times > 0 ? [{ name, times }] : [];
    });

  return {
    add(name, condition, outcome) {
      const pictures = stories.get(name) ?? new Map();
      stories.set(name, pictures);
      const hash = outcome.ok ? hashOf(outcome.png) : `failed: ${outcome.message}`;
      const picture = pictures.get(hash) ?? { hash, png: outcome.ok ? outcome.png : null, times: new Map() };
      const isNew = !pictures.has(hash);
      pictures.set(hash, picture);
      picture.times.set(condition, (picture.times.get(condition) ?? 0) + 1);
      if (!isNew || (pictures.size === 1 && picture.png)) return;
      console.log(`${name}, ${condition}: ${pictures.size} pictures now, the latest is ${hash}`);
      for (const one of pictures.size === 2 ? pictures.values() : [picture]) write(name, one);
    },
    isUsual: (name, png) => stories.has(name) && usual(name).hash === hashOf(png),
    /** How many pictures were taken in a condition, by story those that differ, and those that failed. */
    count(condition) {
      const timesOf = ({ times }) => times.get(condition) ?? 0;
      const all = [...stories.values()].flatMap((pictures) => [...pictures.values()]);
      return {
        captures: all.reduce((sum, picture) => sum + timesOf(picture), 0),
        differing: findTimes((name, picture) =>
          picture.png && picture !== usual(name) ? timesOf(picture) : 0,
        ),
        failing: findTimes((_, picture) => (picture.png ? 0 : timesOf(picture))),
      };
    },
    summary() {
      const sum = (timesOf) => findTimes(timesOf).reduce((times, story) => times + story.times, 0);
      const differ = sum((name, picture) => (picture.png && picture !== usual(name) ? total(picture) : 0));
      return `${differ} differ, ${sum((_, picture) => (picture.png ? 0 : total(picture)))} failed`;
    },
  };
}

const hashOf = (png) => createHash('sha256').update(png).digest('hex').slice(0, 12);
