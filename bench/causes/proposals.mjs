import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listElements, listImages, listTexts, treeChanges } from './pageSteps.mjs';
import { addingToHead } from './serveChanged.mjs';
import { namesOf, styleChanges } from './styleChanges.mjs';

const style = (css) => addingToHead(`<style>${css}</style>`);
const script = (body, number) =>
  addingToHead(`<script>window.svcChange = () => { const number = ${number}; ${body} };</script>`);

const isStyle = (name) => {
  const matches = namesOf(name);
  return ({ kind, property }) => (kind === 'style' || kind === 'position') && matches(property);
};

/** A rule for one element of the page. */
async function proposeRule(page, random, wrapRule) {
  const elements = await page.evaluate(listElements);
  const change = styleChanges[Math.floor(random() * styleChanges.length)];
  const fitting = elements.filter((element) => change.fits?.(element) ?? true);
  const element = fitting[Math.floor(random() * fitting.length)];
  if (!element) return null;
  const { property, to } = change;
  const rule = wrapRule(`${element.selector}{${property}:${to(element)} !important}`);
  return { change: style(rule), what: rule, isTrue: isStyle(property), mayName: namesOf(property) };
}

const colors = ['rgb(200, 30, 90)', 'rgb(20, 120, 60)', '#0055dd'];

/** What the kinds of change propose for a story: a change of the built files, and how to know its cause. Null where it has none. */
export const proposals = {
  style: (page, random) => proposeRule(page, random, (rule) => rule),
  'media query': (page, random) => proposeRule(page, random, (rule) => `@media (min-width: 700px){${rule}}`),
  async token(_page, random, { record }) {
    const { strings, customProperties } = record;
    const usable = customProperties
      .map(([name, value]) => [strings[name], strings[value].trim()])
      .filter(([, value]) => /^(#[\da-f]{3,8}|rgba?\([^)]*\)|\d*\.?\d+(px|rem))$/i.test(value));
    const [name, value] = usable[Math.floor(random() * usable.length)] ?? [];
    if (!name) return null;
    const length = /^(\d*\.?\d+)(px|rem)$/.exec(value);
    const to = length
      ? `${Number(length[1]) * 1.5 + 1}${length[2]}`
      : colors[Math.floor(random() * colors.length)];
    return {
      change: style(`:root:root, body{${name}:${to} !important}`),
      what: `${name}: ${value} -> ${to}`,
      isTrue: ({ kind, property }) => kind === 'customProperty' && property === name,
      mayName: (property) => property === name,
    };
  },
  async text(page, random, { folder }) {
    const files = scriptsOf(folder);
    const quotes = ['"', "'", '`'];
    const countIn = (content, text) =>
      quotes.reduce((sum, quote) => sum + content.split(`${quote}${text}${quote}`).length - 1, 0);
    const literals = (await page.evaluate(listTexts)).filter((text) => {
      const count = files.reduce((sum, { content }) => sum + countIn(content, text), 0);
      return count > 0 && count < 4;
    });
    const text = literals[Math.floor(random() * literals.length)];
    if (!text) return null;
    const to = `${text} today`;
    const replace = (body) =>
      quotes.reduce(
        (content, quote) => content.replaceAll(`${quote}${text}${quote}`, `${quote}${to}${quote}`),
        body.toString(),
      );
    return {
      change: { files: (file, body) => (file.endsWith('.js') ? replace(body) : body) },
      what: `${text} -> ${to}`,
      isTrue: (cause) => ['text', 'attribute'].includes(cause.kind) && (cause.to ?? '').includes(to),
    };
  },
  async image(page, random) {
    const images = await page.evaluate(listImages);
    if (images.length === 0) return null;
    const number = Math.floor(random() * images.length);
    return {
      change: script(
        `const image = document.querySelectorAll('img')[${number}]; if (!image) return false; image.removeAttribute('srcset'); image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>'; return true;`,
        number,
      ),
      what: `image ${number}`,
      isTrue: ({ kind }) => kind === 'image',
    };
  },
  async font(_page, random, { record, folder }) {
    const families = record.fonts.map((place) => record.strings[place]);
    const files = listFiles(folder).filter((file) => /\.woff2?$/.test(file));
    const present = families.filter((family) => files.some((file) => isOfFamily(file, family)));
    const family = present[Math.floor(random() * present.length)];
    if (!family) return null;
    return {
      change: { files: (file, body) => (/\.woff2?$/.test(file) && isOfFamily(file, family) ? null : body) },
      what: `without ${family}`,
      isTrue: ({ kind }) => kind === 'font',
    };
  },
  insert: treeProposal('insert', ({ kind, element }) => kind === 'inserted' && element.includes('svc-added')),
  remove: treeProposal('remove', ({ kind }) => kind === 'removed'),
  reorder: treeProposal('reorder', ({ kind }) => kind === 'moved'),
  wrap: treeProposal('wrap', ({ kind, element }) => kind === 'inserted' && element.includes('svc-wrapper')),
  async nothing(page, random) {
    const elements = await page.evaluate(listElements);
    const element = elements[Math.floor(random() * elements.length)];
    if (!element) return null;
    const [before, after] = random() < 0.7 ? [':hover{', '}'] : ['{', '}'];
    const rule = `${element.selector}${before}color:red !important;padding:99px !important${after}`;
    const css = before === '{' ? `@media print{${rule}}` : rule;
    return { change: style(css), what: css, isTrue: null };
  },
};

function treeProposal(name, isTrue) {
  return async (_page, random) => {
    const number = Math.floor(random() * 10_000);
    return { change: script(treeChanges[name], number), what: `${name} ${number}`, isTrue };
  };
}

const isOfFamily = (file, family) =>
  file.toLowerCase().includes(`/${family.toLowerCase().replaceAll(' ', '-')}-`);

const known = new Map();
function listFiles(folder) {
  const found =
    known.get(folder) ??
    readdirSync(folder, { recursive: true }).map((file) => `/${file.replaceAll('\\', '/')}`);
  known.set(folder, found);
  return found;
}

const scripts = new Map();
function scriptsOf(folder) {
  const found =
    scripts.get(folder) ??
    listFiles(folder)
      .filter((file) => file.endsWith('.js') && !file.includes('/sb-'))
      .map((file) => ({ file, content: readFileSync(join(folder, file), 'utf8') }));
  scripts.set(folder, found);
  return found;
}
