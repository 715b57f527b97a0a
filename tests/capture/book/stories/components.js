import { every, markup, still } from '../draw.js';

export const skeleton = still(
  `@keyframes wave { 0% { transform: translateX(-100%) } 50%, 100% { transform: translateX(100%) } }
  .line { position: relative; overflow: hidden; height: 20px; width: 320px; margin: 10px 0; background: #0002; border-radius: 4px }
  .line::after { content: ''; position: absolute; inset: 0; animation: wave 2s linear .5s infinite; transform: translateX(-100%);
    background: linear-gradient(90deg, transparent, #0002, transparent) }`,
  '<div class="line"></div><div class="line"></div><div class="line"></div>',
);

export const shimmer = still(
  `@keyframes shimmer { from { background-position: 200% 0 } to { background-position: -200% 0 } }
  .line { height: 20px; width: 320px; margin: 10px 0; background: linear-gradient(90deg, #eee 25%, #ddd 50%, #eee 75%) 0 / 200% 100%;
    animation: shimmer 1.5s infinite linear }`,
  '<div class="line"></div><div class="line"></div>',
);

/** Runs on its own, with a new fade each time. */
export function carousel(root, ending) {
  const colors = ['gold', 'teal', 'crimson'];
  let slide = 0;
  const show = () => {
    markup(
      root,
      '@keyframes fade { from { opacity: 0 } } .slide { width: 300px; height: 120px; animation: fade .5s }',
      `<div class="slide" style="background: ${colors[slide % 3]}">Slide ${slide}</div>`,
    );
    slide += 1;
  };
  show();
  every(ending, 600, show);
}

export const carouselOfKeyframes = still(
  `@keyframes slide { 0%, 30% { transform: translateX(0) } 33%, 63% { transform: translateX(-300px) } 66%, 96% { transform: translateX(-600px) } }
  .window { width: 300px; overflow: hidden } .slides { display: flex; width: 900px; animation: slide 6s infinite -2.1s }
  .slides div { width: 300px; height: 120px }`,
  `<div class="window"><div class="slides"><div style="background: gold">A</div><div style="background: teal">B</div><div
    style="background: crimson">C</div></div></div>`,
);

export const ticker = still(
  `@keyframes tick { to { transform: translateX(-50%) } } .window { width: 300px; overflow: hidden; white-space: nowrap }
  .window div { display: inline-block; animation: tick 8s linear infinite }`,
  `<div class="window"><div>${'ACME 12.5 ▲ INIT 7.1 ▼ '.repeat(8)}</div></div>`,
);

/** An element of its own whose parts move, in a root that is closed. */
export function customElement(root) {
  if (!customElements.get('svc-loader')) {
    customElements.define(
      'svc-loader',
      class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'closed' }).innerHTML = `<style>@keyframes turn { to { rotate: 1turn } }
            i { display: block; width: 60px; height: 60px; background: linear-gradient(teal, gold); animation: turn 2s linear infinite }</style><i></i>`;
        }
      },
    );
  }
  root.innerHTML = '<svc-loader></svc-loader>';
}

/** Follows its content, whose size an interval changes. */
export function resizes(root, ending) {
  const element = markup(
    root,
    '.box { background: gold; width: 100px; height: 40px }',
    '<div class="box"></div>',
  );
  const size = document.createElement('p');
  root.append(size);
  const observer = new ResizeObserver(([entry]) => {
    size.textContent = `${Math.round(entry.contentRect.width)} wide`;
  });
  observer.observe(element);
  ending.addEventListener('abort', () => observer.disconnect());
  let width = 100;
  every(ending, 90, () => {
    width = 100 + ((width + 17) % 200);
    element.style.width = `${width}px`;
  });
}

/** Each letter by an interval, with a caret that blinks. */
export function assistant(root, ending) {
  const element = markup(
    root,
    '@keyframes blink { 50% { opacity: 0 } } .answer::after { content: "▍"; animation: blink 1s step-end infinite }',
    '<p class="answer"></p>',
  );
  const answer = 'An answer that is streamed word for word, and then some more of it, until it is all there.';
  let shown = 0;
  every(ending, 30, () => {
    shown = Math.min(answer.length, shown + 2);
    element.textContent = answer.slice(0, shown);
  });
}
