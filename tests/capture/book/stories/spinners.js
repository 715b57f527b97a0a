import { markup, still } from '../draw.js';

const turn = '@keyframes turn { to { transform: rotate(360deg) } }';
const ring = 'width: 48px; height: 48px; border: 4px solid #ddd; border-top-color: teal; border-radius: 50%';

export const borderRing = still(
  `${turn} .ring { ${ring}; animation: turn .8s linear infinite }`,
  '<div class="ring"></div>',
);

export const promotedRing = still(
  `${turn} .ring { ${ring}; will-change: transform; animation: turn .8s linear infinite }`,
  '<div class="ring"></div><p>Text below a layer of its own</p>',
);

export const ringAtHalfAPixel = still(
  `${turn} .ring { ${ring}; margin: 10.4px 7.7px; animation: turn 1.3s cubic-bezier(.5, .1, .4, .9) infinite }`,
  '<div class="ring"></div>',
);

export const conicGradient = still(
  `@property --share { syntax: '<percentage>'; inherits: false; initial-value: 10% }
  @keyframes fill { to { --share: 90% } }
  .pie { width: 80px; height: 80px; border-radius: 50%; background: conic-gradient(teal var(--share), #ddd 0);
    animation: fill 2s ease-in-out infinite alternate }`,
  '<div class="pie"></div>',
);

export const gradientBorder = still(
  `@property --angle { syntax: '<angle>'; inherits: true; initial-value: 0deg }
  @keyframes sweep { to { --angle: 1turn } }
  .card { animation: sweep 3s linear infinite; padding: 3px; width: 200px; border-radius: 12px;
    background: conic-gradient(from var(--angle), crimson, gold, teal, crimson) }
  .card div { background: white; border-radius: 10px; padding: 20px }`,
  '<div class="card"><div>A card</div></div>',
);

export const blades = still(
  `@keyframes fade { from { opacity: 1 } to { opacity: .15 } }
  .blades { position: relative; width: 80px; height: 80px }
  .blades i { position: absolute; left: 37px; top: 2px; width: 6px; height: 22px; border-radius: 3px; background: #333;
    transform-origin: 3px 38px; animation: fade 1.2s linear infinite;
    transform: rotate(calc(var(--n) * 30deg)); animation-delay: calc(var(--n) * .1s - 1.2s) }`,
  `<div class="blades">${Array.from({ length: 12 }, (_, n) => `<i style="--n: ${n}"></i>`).join('')}</div>`,
);

export const bouncingDots = still(
  `@keyframes bounce { 0%, 80%, 100% { transform: scale(0) } 40% { transform: scale(1) } }
  .dots i { display: inline-block; width: 18px; height: 18px; border-radius: 50%; background: #333;
    animation: bounce 1.4s ease-in-out infinite both }
  .dots i:nth-child(1) { animation-delay: -.32s } .dots i:nth-child(2) { animation-delay: -.16s }`,
  '<div class="dots"><i></i><i></i><i></i></div>',
);

export const dashedCircle = still(
  `${turn} @keyframes dash { 0% { stroke-dasharray: 1px, 200px; stroke-dashoffset: 0 }
    50% { stroke-dasharray: 100px, 200px; stroke-dashoffset: -15px } 100% { stroke-dasharray: 1px, 200px; stroke-dashoffset: -126px } }
  span { display: inline-block; width: 44px; height: 44px; animation: turn 1.4s linear infinite }
  circle { stroke: teal; stroke-width: 3.6; fill: none; animation: dash 1.4s ease-in-out infinite }`,
  '<span><svg viewBox="22 22 44 44"><circle cx="44" cy="44" r="20.2"></circle></svg></span>',
);

export const linearProgress = still(
  `@keyframes long { 0% { left: -35%; right: 100% } 60%, 100% { left: 100%; right: -90% } }
  .bar { position: relative; overflow: hidden; height: 6px; width: 300px; background: #b2dfdb }
  .bar::before, .bar::after { content: ''; position: absolute; inset-block: 0; background: teal; animation: long 2.1s infinite }
  .bar::after { animation-delay: 1.15s }`,
  '<div class="bar"></div>',
);

export const maskedRing = still(
  `${turn} .ring { width: 64px; height: 64px; border-radius: 50%; background: conic-gradient(transparent 10%, crimson);
    mask: radial-gradient(closest-side, transparent 78%, black 80%); animation: turn 1s steps(24) infinite }`,
  '<div class="ring"></div>',
);

export const ringInAButton = still(
  `${turn} .ring { ${ring}; width: 14px; height: 14px; border-width: 2px; display: inline-block; vertical-align: -3px;
    animation: turn .75s linear infinite }
  button { transition: opacity .3s; font: inherit; padding: 8px 16px; border-radius: 8px }`,
  '<button disabled><span class="ring"></span> Saving</button>',
);

export const manyRings = still(
  `${turn} .ring { ${ring}; float: left; margin: 3.3px; animation: turn 1s linear infinite }`,
  Array.from(
    { length: 60 },
    (_, n) => `<div class="ring" style="animation-delay: -${n * 37}ms; scale: ${1 + n / 90}"></div>`,
  ).join(''),
);

/** Counts its turns: what a script does with the events of an endless animation is never done. */
export function countedTurns(root) {
  const ringElement = markup(
    root,
    `${turn} .ring { ${ring}; animation: turn .2s linear infinite }`,
    '<div class="ring"></div>',
  );
  let turns = 0;
  const count = document.createElement('p');
  root.append(count);
  ringElement.addEventListener('animationiteration', () => {
    turns += 1;
    count.textContent = `${turns} turns`;
  });
}

/** Made only after a request, a time-out and a frame. */
export function lateRing(root, ending) {
  root.textContent = 'Loading…';
  setTimeout(() => {
    requestAnimationFrame(() => {
      if (!ending.aborted) {
        markup(
          root,
          `${turn} .ring { ${ring}; animation: turn .8s linear infinite }`,
          '<div class="ring"></div>',
        );
      }
    });
  }, 300);
}
