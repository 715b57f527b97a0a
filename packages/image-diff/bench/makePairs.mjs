import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

export const sizes = [
  { name: '720p', width: 1280, height: 720 },
  { name: '1080p', width: 1920, height: 1080 },
  { name: '1280×8000', width: 1280, height: 8000 },
  { name: '1280×30000', width: 1280, height: 30_000 },
];

/** What happens to the page between the two screenshots; `reencoded` is the same pixels in another file. */
export const changes = ['reencoded', '0.1%', '5%', 'shifted'];

const browser = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));

/** Screenshots of a page by Chromium, in pairs of files: `{size, change, before, after}`. */
export async function makePairs(folder) {
  mkdirSync(folder, { recursive: true });
  const instance = await chromium.launch(browser ? { executablePath: browser } : {});
  const pairs = [];
  for (const size of sizes) {
    const page = await instance.newPage({ viewport: { width: size.width, height: size.height } });
    await page.setContent(pageOf(size));
    const shot = () => page.screenshot({ animations: 'disabled' });
    const before = path.join(folder, `${size.name}.png`);
    writeFileSync(before, await shot());
    for (const change of changes) {
      const after = path.join(folder, `${size.name} ${change}.png`);
      writeFileSync(
        after,
        change === 'reencoded' ? await reencode(before) : await shootChanged(page, size, change, shot),
      );
      pairs.push({ size, change, before, after });
    }
    await page.close();
  }
  await instance.close();
  return pairs;
}

function reencode(file) {
  return sharp(file).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
}

async function shootChanged(page, { width, height }, change, shot) {
  if (change === 'shifted') {
    await page.evaluate(() => document.body.style.setProperty('padding-top', '20px'));
  } else {
    const area = width * height * (change === '5%' ? 0.05 : 0.001);
    await page.evaluate(
      (side) => {
        const box = document.createElement('div');
        box.id = 'box';
        box.style = `position: absolute; left: 200px; top: 150px; width: ${side}px; height: ${side}px; background: #c2255c`;
        document.body.append(box);
      },
      Math.round(Math.sqrt(area)),
    );
  }
  const changed = await shot();
  await page.evaluate(() => {
    document.body.style.removeProperty('padding-top');
    document.getElementById('box')?.remove();
  });
  return changed;
}

const words =
  'comparison engine counts every pixel that a reader would see as changed between two builds'.split(' ');
const sentence = (seed, length) =>
  Array.from({ length }, (_, i) => words[(seed * 7 + i * i * 3 + i) % words.length]).join(' ');

/** A page as products have them: navigation, cards with shadows, gradients and images, text, a table. */
function pageOf({ height }) {
  const cards = Array.from({ length: Math.ceil(height / 90) }, (_, i) => {
    const hue = (i * 47) % 360;
    return `<article>
      <div class="image" style="background: linear-gradient(${hue}deg, hsl(${hue} 70% 55%), hsl(${hue + 60} 60% 75%))"></div>
      <h2>${sentence(i, 4)}</h2><p>${sentence(i + 5, 26)}</p>
      <table>${Array.from({ length: 3 }, (_, r) => `<tr><td>${sentence(r + i, 2)}</td><td>${(i * 317 + r * 83) % 1000}</td></tr>`).join('')}</table>
      <button>${sentence(i + 9, 2)}</button></article>`;
  });
  return `<style>
    body { margin: 0; font: 15px/1.5 sans-serif; color: #212529; background: #f8f9fa; height: ${height}px; overflow: hidden }
    nav { background: #1c7ed6; color: white; padding: 14px 24px; box-shadow: 0 2px 6px #0004 }
    main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; padding: 24px }
    article { background: white; border-radius: 12px; padding: 16px; box-shadow: 0 1px 4px #0003 }
    .image { height: 90px; border-radius: 8px } h2 { font-size: 18px } td { border-top: 1px solid #dee2e6; padding: 2px 20px 2px 0 }
    button { border: 0; border-radius: 6px; background: #1c7ed6; color: white; padding: 6px 14px }
  </style><nav>${sentence(3, 9)}</nav><main>${cards.join('')}</main>`;
}
