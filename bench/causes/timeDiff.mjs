import { diffLayouts, recordedProperties } from '../../packages/layout-diff/dist/index.js';

const rounds = 15;
/** Comparisons of these pages after which V8 has compiled them. A service has, soon after its start. */
const warmUp = 60;
/** Elements of a card. */
const perCard = 8;

/**
 * Milliseconds of CPU that the comparison of two pages of so many nodes takes, the median of some rounds, once warm: cards of
 * which the second page has another color, other padding, another text and a banner that moves all of them.
 * @returns the median, and the time of the first round in this process
 */
export function timeDiff(count) {
  const before = writePage(count, {});
  const after = writePage(count, { accent: 'rgb(0, 85, 221)', padding: '12px', banner: 24, text: 'Tokyo' });
  const times = Array.from({ length: warmUp + rounds }, () => {
    const began = process.cpuUsage();
    const { causes } = diffLayouts(before, after);
    if (causes.length !== 4)
      throw new Error(`four things changed, not ${causes.map(({ text }) => text).join('; ')}`);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  const [cold] = times;
  const warm = times.slice(warmUp).sort((a, b) => a - b);
  return { ms: warm[Math.floor(rounds / 2)], cold, nodes: after.nodes.length };
}

function writePage(count, { accent = 'rgb(0, 102, 255)', padding = '8px', banner = 0, text = 'Rome' }) {
  const strings = [];
  const places = new Map();
  const place = (value) => {
    if (!places.has(value)) places.set(value, strings.push(value) - 1);
    return places.get(value);
  };
  const styles = [];
  const style = (values) =>
    styles.push(
      recordedProperties.map((name) =>
        place({ color: 'rgb(0, 0, 0)', display: 'block', 'font-size': '16px', ...values }[name] ?? ''),
      ),
    ) - 1;
  const [plain, card, button] = [style({}), style({ padding }), style({ 'background-color': accent })];
  const nodes = [];
  const add = (parent, tag, [x, y, width, height], look, details = {}) =>
    nodes.push([parent, place(tag), look, x, y, width, height, details]) - 1;
  const height = 100 + 2 * Number.parseFloat(padding);
  const html = add(-1, 'html', [0, 0, 1280, 9000], plain);
  const body = add(html, 'body', [0, 0, 1280, 9000], plain);
  if (banner > 0)
    add(body, 'aside', [0, 0, 1280, banner], plain, { classes: [place('banner')], text: place('New') });
  const main = add(body, 'main', [0, banner, 1280, 8000], plain, { classes: [place('cards')] });
  for (let index = 0; nodes.length + perCard <= count; index++) {
    const top = banner + index * height;
    const inner = top + Number.parseFloat(padding);
    const section = add(main, 'section', [0, top, 600, height], card, { classes: [place('card')] });
    const head = add(section, 'header', [8, inner, 500, 30], plain);
    const title = index === 7 ? text : `Trip ${index}`;
    add(head, 'h3', [8, inner, 300, 30], plain, { text: place(title) });
    add(head, 'small', [310, inner, 100, 30], plain, { text: place(`${index} days`) });
    add(section, 'p', [8, inner + 30, 500, 30], plain, { text: place(`What to see on trip ${index}`) });
    const foot = add(section, 'footer', [8, inner + 60, 500, 40], plain);
    add(foot, 'button', [8, inner + 60, 90, 40], button, { classes: [place('button')], text: place('Book') });
    add(foot, 'button', [100, inner + 60, 90, 40], button, {
      classes: [place('button')],
      text: place('Share'),
    });
  }
  const customProperties = [[place('--accent'), place(accent)]];
  return {
    ...{ version: 1, scale: 1, origin: [0, 0], size: [1280, 9000] },
    ...{ strings, styles, customProperties, fonts: [place('serif')], nodes },
  };
}
