import { every, markup, still } from '../draw.js';

const rows = Array.from({ length: 30 }, (_, n) => `<p>Row ${n}</p>`).join('');
const list =
  '.list { height: 200px; width: 260px; overflow: auto; border: 1px solid silver; position: relative }';

export const scrollTimeline = (root) => {
  const element = markup(
    root,
    `${list} @keyframes grow { from { transform: scaleX(0) } to { transform: scaleX(1) } }
    .bar { position: sticky; top: 0; height: 8px; background: crimson; transform-origin: 0 0; animation: grow linear; animation-timeline: scroll() }`,
    `<div class="list"><div class="bar"></div>${rows}</div>`,
  );
  element.scrollTop = 300;
};

export const viewTimeline = still(
  `${list} @keyframes appear { from { opacity: 0; transform: translateX(60px) } to { opacity: 1; transform: none } }
  .list p { background: gold; animation: appear linear both; animation-timeline: view(); animation-range: entry 0% cover 30% }`,
  `<div class="list">${rows}</div>`,
);

export const viewTimelineOfThePage = still(
  `@keyframes appear { from { opacity: 0; scale: .6 } to { opacity: 1; scale: 1 } }
  .part { height: 400px; margin: 20px; background: teal; animation: appear linear both; animation-timeline: view(); animation-range: entry }`,
  '<div class="part"></div>'.repeat(4),
);

export const timelineOfAScript = (root) => {
  const element = markup(
    root,
    list,
    `<div class="list"><b style="position: sticky; top: 0; display: block; background: teal">Moves</b>${rows}</div>`,
  );
  element.querySelector('b').animate([{ marginLeft: '0' }, { marginLeft: '150px' }], {
    timeline: new ScrollTimeline({ source: element }),
    fill: 'both',
  });
  element.scrollTop = 250;
};

export const namedTimelines = (root) => {
  const element = markup(
    root,
    `${list} @keyframes turn { to { rotate: 1turn } } .frame { timeline-scope: --rows } .list { scroll-timeline: --rows }
    .mark { width: 40px; height: 40px; background: navy; animation: turn linear; animation-timeline: --rows }`,
    `<div class="frame"><div class="mark"></div><div class="list">${rows}</div></div>`,
  );
  element.querySelector('.list').scrollTop = 200;
};

export const smoothly = (root) => {
  markup(root, list, `<div class="list">${rows}</div>`).scrollTo({ top: 500, behavior: 'smooth' });
};

/** Slides that are scrolled by an interval. */
export function snapping(root, ending) {
  const slides = ['gold', 'teal', 'crimson', 'navy']
    .map((color) => `<div style="background: ${color}"></div>`)
    .join('');
  const element = markup(
    root,
    `.slides { display: flex; width: 260px; height: 140px; overflow: auto; scroll-snap-type: x mandatory; scroll-behavior: smooth }
    .slides div { flex: 0 0 100%; scroll-snap-align: start }`,
    `<div class="slides">${slides}</div>`,
  );
  let slide = 0;
  every(ending, 400, () => {
    slide = (slide + 1) % 4;
    element.scrollTo({ left: slide * 260 });
  });
}

/** Shown when they come into view. */
export function revealed(root, ending) {
  const element = markup(
    root,
    `${list} .list p { opacity: 0; transition: opacity .8s } .list p.in { opacity: 1 }`,
    `<div class="list">${rows}</div>`,
  );
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.classList.toggle('in', isIntersecting);
  });
  for (const row of element.children) observer.observe(row);
  ending.addEventListener('abort', () => observer.disconnect());
}

/** Each scroll leads to the next one, until the end. */
export function scrollsOn(root) {
  const box = markup(
    root,
    '',
    '<div style="height:120px;overflow:auto"><div style="height:900px;background:linear-gradient(#fc0,#06c)"></div></div>',
  );
  box.addEventListener('scroll', () => {
    box.scrollTop += 9;
  });
  box.scrollTop = 1;
}
