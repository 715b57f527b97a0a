import { documentScript, type Time } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

const slide = '[{ transform: "translateX(0)" }, { transform: "translateX(240px)" }]';
const frames = '@keyframes slide { from { translate: 0 } to { translate: 240px } }';

/** Motion of a box that ends after less than a second, by what is in the document: its style, and its script. */
const motions: Record<string, { style?: string; script?: string; left: number }> = {
  'that stays at its end': {
    script: `box.animate(${slide}, { duration: 600, fill: 'forwards' })`,
    left: 240,
  },
  'that leaves no trace': { script: `box.animate(${slide}, 600)`, left: 0 },
  'that shows only before it begins': {
    script: `box.animate(${slide}, { duration: 600, fill: 'backwards' })`,
    left: 0,
  },
  'turned round': {
    script: `box.animate(${slide}, { duration: 150, iterations: 4, fill: 'both' }).reverse()`,
    left: 0,
  },
  'turned round, without a trace': {
    script: `box.animate(${slide}, { duration: 600, fill: 'forwards' }).reverse()`,
    left: 0,
  },
  'to and fro': {
    script: `box.animate(${slide}, { duration: 300, iterations: 2, direction: 'alternate', fill: 'both' })`,
    left: 0,
  },
  'in the middle of a turn': {
    script: `box.animate(${slide}, { duration: 400, iterations: 1.5, fill: 'both' })`,
    left: 120,
  },
  'at another speed': {
    script: `box.animate(${slide}, { duration: 1200, fill: 'both' }).updatePlaybackRate(2)`,
    left: 240,
  },
  'in steps': { style: `${frames} #box { animation: slide 600ms steps(4, end) forwards }`, left: 240 },
  'by style sheet, without a trace': { style: `${frames} #box { animation: slide 600ms }`, left: 0 },
  'by transition': {
    style: '#box { transition: translate 600ms steps(3) } #box.moved { translate: 240px }',
    script: 'box.getBoundingClientRect(); box.className = "moved"',
    left: 240,
  },
};

/** By what the time of the document goes, and how much of it passes before the motion is ended. */
const times: Record<string, { time: Time; ms: number }> = {
  'in real time, under way': { time: 'real', ms: 0 },
  'in real time, over': { time: 'real', ms: 800 },
  'on its own clock, under way': { time: { limitMs: 200, atOnce: true }, ms: 0 },
  'on its own clock, over': { time: { limitMs: 900, atOnce: true }, ms: 0 },
};

/** Where the box is when what moves was ended, and how often its end was heard of after that. */
async function endOf(
  { style = '', script = '' }: (typeof motions)[string],
  { time, ms }: (typeof times)[string],
) {
  const page = await browser.newPage();
  await page.addInitScript(documentScript(time));
  await page.goto(
    `data:text/html,${encodeURIComponent(`<style>body { margin: 0 } #box { width: 90px; height: 60px } ${style}</style>
      <div id=box></div><script>${script}</script>`)}`,
  );
  const found = await page.evaluate(async (wait) => {
    const kit = window.svcDocumentKit;
    kit.goOn();
    await kit.sleep(wait);
    while (kit.clock && !kit.clock.isHeld()) await kit.sleep(10);
    let heard = 0;
    const hear = () => {
      heard += 1;
    };
    for (const animation of document.getAnimations()) animation.onfinish = hear;
    for (const type of ['animationend', 'transitionend']) document.addEventListener(type, hear);
    await kit.steps.freezeMotion({ atEnd: true });
    for (let frame = 0; frame < 3; frame += 1) await kit.frame();
    const left = document.querySelector('#box')?.getBoundingClientRect().left;
    return { left, heard: kit.clock ? heard : 0 };
  }, ms);
  await page.close();
  return found;
}

it.each(Object.entries(motions))('motion %s ends alike in any time', async (_, motion) => {
  const ends: Record<string, unknown> = {};
  for (const [name, time] of Object.entries(times)) ends[name] = await endOf(motion, time);
  expect(ends).toEqual(
    Object.fromEntries(Object.keys(times).map((name) => [name, { left: motion.left, heard: 0 }])),
  );
});
