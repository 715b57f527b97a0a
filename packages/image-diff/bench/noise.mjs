// `npm run bench:noise`: whether noise of a renderer is taken for what looks different below the threshold, as the sensitivity
// `perceptual` does: pages that Chromium draws with its usual flags, beside the same pages with other flags for fonts,
// rasterization and the graphics processor, and by another build of Chromium where two are installed.
// Ends with 1 where a pair is a false alarm.
import { existsSync } from 'node:fs';
import { compare } from '@svc/image-diff';
import { chromium } from 'playwright-core';

const pages = 20;
const size = { width: 1000, height: 700 };
/** Per hundred pixels: what the service takes for a change. */
const leastArea = 1;

const onProcessor = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
];
const renderers = [
  ['full font hinting, whole pixels', '--font-render-hinting=full', '--disable-font-subpixel-positioning'],
  [
    'medium font hinting, whole pixels',
    '--font-render-hinting=medium',
    '--disable-font-subpixel-positioning',
  ],
  ['SwiftShader', ...onProcessor],
  ['SwiftShader, 8 samples a pixel', ...onProcessor, '--gpu-rasterization-msaa-sample-count=8'],
  [
    'plain Skia, one thread',
    '--disable-skia-runtime-opts',
    '--num-raster-threads=1',
    '--disable-partial-raster',
  ],
];
const [executablePath, otherPath] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].filter((file) =>
  existsSync(file),
);
if (otherPath) renderers.push([`${otherPath}, another build`]);

async function shoot(flags, file = executablePath) {
  const browser = await chromium.launch({ ...(file && { executablePath: file }), args: flags });
  const page = await browser.newPage({ viewport: size });
  const images = [];
  for (let seed = 0; seed < pages; seed++) {
    await page.setContent(pageOf(seed));
    images.push(await page.screenshot({ animations: 'disabled' }));
  }
  await browser.close();
  return images;
}

/** Text, gradients, shadows, filters, translucent layers, curves and turned boxes, in other colors for each seed. */
function pageOf(seed) {
  const hue = (seed * 67) % 360;
  const isDark = seed % 4 === 3;
  const cards = Array.from({ length: 12 }, (_, i) => {
    const tone = (hue + i * 29) % 360;
    return `<article style="transform: rotate(${(seed + i) % 5 === 0 ? 1.5 : 0}deg)">
      <div style="height: 50px; border-radius: ${i * 3}px; background:
        ${i % 2 ? 'radial' : 'linear'}-gradient(hsl(${tone} 70% 50%), hsl(${tone + 80} 60% ${60 + (seed % 3) * 10}%))"></div>
      <h2>Card ${i * seed} of ${seed}</h2><p>The quick brown fox jumps over the lazy dog, ${tone} times in ${hue} days.</p>
      <svg width="120" height="40"><path d="M0 30 C 30 ${i * 3}, 60 ${40 - i}, 120 10" stroke="hsl(${tone} 80% 40%)" fill="hsl(${tone} 80% 40% / 0.2)" stroke-width="2.5"/></svg>
      <div style="width: 60px; height: 20px; background: hsl(${tone} 50% 50% / 0.35); filter: blur(${i % 3}px)"></div></article>`;
  });
  return `<style>
    body { margin: 0; padding: 16px; font: ${13 + (seed % 4)}px/1.4 ${seed % 2 ? 'serif' : 'sans-serif'};
      color: ${isDark ? '#eee' : '#222'}; background: ${isDark ? '#14181c' : `hsl(${hue} 30% 97%)`} }
    main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px }
    article { padding: 10px; border-radius: 8px; background: ${isDark ? '#20262c' : 'white'}; box-shadow: 0 ${seed % 5}px 9px #0003 }
    h2 { font-size: 1.1em; margin: 4px 0 } p { margin: 4px 0 }
  </style><main>${cards.join('')}</main>`;
}

const usual = await shoot([]);
let [pairs, alarms] = [0, 0];
console.log(
  '|  | pairs that differ | largest share of counted pixels, % | largest flat area, % | largest ΔE in one |',
);
console.log('| --- | --- | --- | --- | --- |');
for (const [name, ...flags] of renderers) {
  const others = await shoot(flags, name.endsWith('another build') ? otherPath : executablePath);
  const found = await Promise.all(usual.map((image, i) => compare(image, others[i])));
  const differing = found.filter(({ equal, subthreshold }) => !equal || subthreshold.pixels > 0);
  const most = (value) => Math.max(0, ...found.map(value)).toFixed(3);
  pairs += found.length;
  alarms += found.filter(({ subthreshold }) => subthreshold.area >= leastArea).length;
  const counted = most(({ diffPercentage }) => diffPercentage);
  const area = most(({ subthreshold }) => subthreshold.area);
  const deltaE = most(({ subthreshold }) => subthreshold.maxDeltaE);
  console.log(`| ${name} | ${differing.length} of ${found.length} | ${counted} | ${area} | ${deltaE} |`);
}
console.log(`\n${alarms} false alarms in ${pairs} pairs`);
process.exitCode = alarms > 0 ? 1 : 0;
