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

  function usual(name) {
    const pictures = [...(stories.get(name)?.values() ?? [])];
    return pictures.reduce((best, one) => (total(one) > total(best) ? one : best));
  }

  const total = ({ times }) => [...times.values()].reduce((sum, count) => sum + count, 0);

  /** The stories of which a picture is not the usual one, and how often that was so in a condition, or in all. */
  const findDiffering = (timesOf) =>
    [...stories].flatMap(([name, pictures]) => {
      const others = [...pictures.values()].filter((picture) => picture !== usual(name));
      const times = others.reduce((sum, picture) => sum + timesOf(picture), 0);
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
      if (!isNew || pictures.size === 1) return;
      console.log(`${name}, ${condition}: ${pictures.size} pictures now, the latest is ${hash}`);
      for (const one of pictures.size === 2 ? pictures.values() : [picture]) write(name, one);
    },
    isUsual: (name, png) => stories.has(name) && usual(name).hash === hashOf(png),
    count(condition) {
      const timesOf = ({ times }) => times.get(condition) ?? 0;
      const captures = [...stories.values()].flatMap((pictures) => [...pictures.values()].map(timesOf));
      return {
        captures: captures.reduce((sum, times) => sum + times, 0),
        differing: findDiffering(timesOf),
      };
    },
    /** The stories that mostly fail, and why. */
    failures: () =>
      [...stories.keys()]
        .map((name) => ({ name, message: usual(name).hash }))
        .filter(({ message }) => message.startsWith('failed: ')),
    summary: () => `${findDiffering(total).reduce((sum, { times }) => sum + times, 0)} differ`,
  };
}

const hashOf = (png) => createHash('sha256').update(png).digest('hex').slice(0, 12);
