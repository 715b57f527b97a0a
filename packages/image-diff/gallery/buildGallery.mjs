import { describe } from './describe.mjs';
import { pairs } from './pairs.mjs';

/**
 * Compares every pair of the gallery.
 *
 * @param compare the engine's `compare`
 * @returns `{page, entries}`: the gallery as one HTML document, and what was found for it
 */
export async function buildGallery(compare) {
  const entries = [];
  for (const { title, before, after } of pairs) {
    const files = await Promise.all([before(), after()]);
    const comparison = await compare(...files, { explain: true });
    entries.push({ title, before: files[0], after: files[1], comparison, sentences: describe(comparison) });
  }
  return { page: pageOf(entries), entries };
}

const style = `
  :root { color-scheme: light dark; --paper: #f8f9fa; --card: #fff; --ink: #212529; --quiet: #6c757d; --line: #dee2e6 }
  @media (prefers-color-scheme: dark) { :root { --paper: #16191d; --card: #212529; --ink: #f1f3f5; --quiet: #adb5bd; --line: #343a40 } }
  * { box-sizing: border-box }
  body { margin: 0 auto; padding: 32px 24px; max-width: 1280px; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
  h1 { margin: 0; font-size: 26px } h1 + p { margin: 4px 0 28px; color: var(--quiet) }
  section { margin-bottom: 24px; padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
  h2 { margin: 0 0 4px; font-size: 18px } ul { margin: 0 0 16px; padding: 0; list-style: none }
  code { padding: 1px 6px; border-radius: 4px; background: var(--line); font-size: 12px }
  .views { display: grid; grid-template-columns: repeat(3, 1fr) 240px; gap: 16px; align-items: start }
  figure { margin: 0 } figcaption { margin-bottom: 4px; font-size: 12px; color: var(--quiet) }
  .image { position: relative; border: 1px solid var(--line); background: #fff }
  .image img { display: block; width: 100%; height: auto } .mask { background: #e9ecef } .thumbnail { display: inline-block } .thumbnail img { width: auto; max-width: 100% }
  svg { position: absolute; inset: 0; width: 100%; height: 100% }
  .region { fill: none; stroke: #e8590c; stroke-width: 2; vector-effect: non-scaling-stroke }
  .band { fill-opacity: .3; stroke-width: 2; vector-effect: non-scaling-stroke }
  .inserted { --tint: #2f9e44 } .removed { --tint: #e03131 } .moved { --tint: #1971c2 }
  .band { fill: var(--tint); stroke: var(--tint) } .key { background: var(--tint) }
  .key { display: inline-block; width: 12px; height: 12px; margin: 0 4px 0 12px; vertical-align: -1px }
  @media (max-width: 800px) { .views { grid-template-columns: repeat(2, 1fr) } }`;

function pageOf(entries) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What the engine says of changes</title>
<style>${style}</style>
<h1>What the engine says of changes</h1>
<p>Bands of rows or columns: <span class="key inserted"></span>inserted <span class="key removed"></span>removed
<span class="key moved"></span>moved. Regions of other changed pixels are framed. Equal fingerprints are identical changes.</p>
${entries.map(sectionOf).join('\n')}
</html>
`;
}

function sectionOf({ title, before, after, comparison, sentences }) {
  const { width, height, mask, explanation } = comparison;
  const { regions, rows, columns, fingerprint, thumbnail } = explanation;
  const size = { width, height };
  const bands = [
    ...rows.map(({ kind, y, baseY, height: length }) => ({ kind, axis: 'y', at: y, from: baseY, length })),
    ...columns.map(({ kind, x, baseX, width: length }) => ({ kind, axis: 'x', at: x, from: baseX, length })),
  ];
  const bandsBefore = bands
    .filter(({ kind }) => kind !== 'inserted')
    .map((band) => ({ ...band, at: band.from }));
  const bandsAfter = bands.map((band) => (band.kind === 'removed' ? { ...band, length: 0 } : band));
  const isBand = (region) =>
    bands.some(
      ({ axis, at }) =>
        region[sizeAcross(axis)] === size[sizeAcross(axis)] &&
        region[axis] === Math.min(at, size[sizeAlong(axis)] - 1),
    );
  const frames = regions.filter((region) => !isBand(region));
  const lines = [...sentences, `Fingerprint <code>${fingerprint}</code>`];
  return `<section>
<h2>${title}</h2>
<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>
<div class="views">
${viewOf('before', before, bandsBefore.map((band) => drawBand(band, size)).join(''))}
${viewOf('after', after, bandsAfter.map((band) => drawBand(band, size)).join('') + frames.map(drawFrame).join(''))}
${viewOf('mask', mask)}
${viewOf('thumbnail', thumbnail)}
</div>
</section>`;
}

/** What a band is as long as the image in, and what it takes a part of. */
const sizeAcross = (axis) => (axis === 'y' ? 'width' : 'height');
const sizeAlong = (axis) => (axis === 'y' ? 'height' : 'width');

function drawBand({ kind, axis, at, length }, size) {
  const box = { x: 0, y: 0, ...size, [axis]: at, [sizeAlong(axis)]: Math.max(length, 1) };
  return `<rect class="band ${kind}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/>`;
}

const drawFrame = ({ x, y, width, height }) =>
  `<rect class="region" x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" rx="3"/>`;

function viewOf(kind, png, marks = '') {
  const file = Buffer.from(png);
  // Where a PNG's header has them.
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const overlay = marks && `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks}</svg>`;
  const source = `data:image/png;base64,${file.toString('base64')}`;
  return `<figure><figcaption>${kind}, ${width} × ${height}</figcaption>
<div class="image ${kind}"><img alt="${kind}" width="${width}" height="${height}" src="${source}">${overlay}</div></figure>`;
}
