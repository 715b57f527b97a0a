import { still } from '../draw.js';

const image = (content) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${content}</svg>`)}`;
const growing =
  '<circle cx="100" cy="50" r="10" fill="teal"><animate attributeName="r" values="10;48;10" dur="1s" repeatCount="indefinite"/></circle>';
const turning = `<style>@keyframes turn { to { transform: rotate(1turn) } } rect { transform-origin: 100px 50px; animation: turn 1s linear infinite }</style>
  <rect x="60" y="40" width="80" height="20" fill="crimson"/>`;

export const animatedAttribute = still('', `<svg width="200" height="100">${growing}</svg>`);
export const animatedTransform = still(
  '',
  `<svg width="200" height="100"><rect x="60" y="40" width="80" height="20" fill="teal"><animateTransform attributeName="transform"
    type="rotate" from="0 100 50" to="360 100 50" dur="1.2s" repeatCount="indefinite"/></rect></svg>`,
);
export const animatedMotion = still(
  '',
  `<svg width="200" height="100"><circle r="9" fill="crimson"><animateMotion path="M10,50 C60,-40 120,140 190,50" dur="2s" repeatCount="indefinite"/></circle></svg>`,
);
export const staggeredBars = still(
  '',
  `<svg width="200" height="100">${[0, 1, 2, 3, 4]
    .map(
      (
        n,
      ) => `<rect x="${n * 36}" width="20" y="30" height="40" fill="navy"><animate attributeName="height" begin="${n * 0.15 - 0.6}s"
        values="40;90;40" dur=".8s" repeatCount="indefinite"/></rect>`,
    )
    .join('')}</svg>`,
);
export const endedAndRestarted = still(
  '',
  `<svg width="200" height="100"><circle cx="20" cy="50" r="15" fill="teal"><animate id="there" attributeName="cx" from="20" to="180" dur=".3s"
    begin="0s;back.end" fill="freeze"/><animate id="back" attributeName="cx" from="180" to="20" dur=".3s" begin="there.end" fill="freeze"/></circle></svg>`,
);
export const inAnImage = still('', `<img src="${image(growing)}" alt="">`);
export const styledInAnImage = still('', `<img src="${image(turning)}" alt="">`);
export const inABackground = still(
  `.box { width: 400px; height: 200px; background: url("${image(growing)}") }`,
  '<div class="box"></div>',
);
export const styledInABackground = still(
  `.box { width: 400px; height: 200px; background: url("${image(turning)}") }`,
  '<div class="box"></div>',
);
export const inAFrame = still(
  '',
  `<iframe src="${image(growing)}" title="" width="220" height="120"></iframe>`,
);
export const inAnObject = still(
  '',
  `<object data="${image(turning)}" type="image/svg+xml" width="220" height="120"></object>`,
);
export const animatedFilter = still(
  '.box { width: 150px; height: 80px; background: gold; filter: url(#waves) }',
  `<svg width="0" height="0"><filter id="waves"><feTurbulence baseFrequency=".05" numOctaves="2" seed="3"><animate attributeName="baseFrequency"
    values=".02;.09;.02" dur="3s" repeatCount="indefinite"/></feTurbulence><feDisplacementMap in="SourceGraphic" scale="20"/></filter></svg><div class="box"></div>`,
);
