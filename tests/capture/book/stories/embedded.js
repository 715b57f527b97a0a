import { markup, still } from '../draw.js';

const turning =
  '<style>@keyframes turn { to { transform: rotate(1turn) } } i { display: block; margin: 30px; width: 60px; height: 30px; background: teal; animation: turn 1s linear infinite }</style><i></i>';
const counting =
  '<output style="font: 32px monospace"></output><script>let n = 0; const step = () => { document.querySelector("output").textContent = n += 1; requestAnimationFrame(step) }; step()</script>';
const escaped = (html) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (attributes) => still('', `<iframe title="" width="300" height="140" ${attributes}></iframe>`);

export const documentOfMarkup = frame(`srcdoc="${escaped(turning + counting)}"`);
export const withoutScripts = frame(`sandbox srcdoc="${escaped(turning)}"`);
export const ofNoOrigin = frame(`sandbox="allow-scripts" srcdoc="${escaped(turning + counting)}"`);
export const ofData = frame(`src="data:text/html,${encodeURIComponent(turning + counting)}"`);
export function ofABlob(root) {
  const element = markup(root, '', '<iframe title="" width="300" height="140"></iframe>');
  element.src = URL.createObjectURL(new Blob([turning + counting], { type: 'text/html' }));
}
export const nested = frame(
  `srcdoc="${escaped(`<iframe width="280" height="120" srcdoc="${escaped(turning + counting)}"></iframe>`)}"`,
);

/** Timers and frames of an empty document, as libraries take them that fear patched ones. */
export function timersOfAFrame(root, ending) {
  const element = markup(root, '', '<iframe hidden title=""></iframe>');
  const output = document.createElement('output');
  output.style.font = '32px monospace';
  root.append(output);
  const { contentWindow } = element;
  let [ticks, frames] = [0, 0];
  const show = () => {
    output.textContent = `${ticks} ${frames}`;
  };
  const timer = contentWindow.setInterval(() => {
    ticks += 1;
    show();
  }, 100);
  const step = () => {
    if (ending.aborted) return;
    frames += 1;
    show();
    contentWindow.requestAnimationFrame(step);
  };
  step();
  ending.addEventListener('abort', () => contentWindow.clearInterval(timer));
}

function withRoot(root, mode, html) {
  const host = document.createElement('div');
  root.append(host);
  const shadow = host.attachShadow({ mode });
  shadow.innerHTML = html;
  return shadow;
}
export const inAClosedRoot = (root) => void withRoot(root, 'closed', turning);
export const videoInARoot = (root) =>
  void withRoot(root, 'open', '<video src="sweep.webm" width="320" muted autoplay loop></video>');
export const videoInAClosedRoot = (root) =>
  void withRoot(root, 'closed', '<video src="sweep.webm" width="320" muted autoplay loop></video>');
export const videoInAFrame = frame(
  `srcdoc="<base href='/'><video src='sweep.webm' width='280' muted autoplay loop></video>"`,
);
export const rootsInRoots = (root) => {
  const outer = withRoot(root, 'open', '<p>Outside</p>');
  withRoot(outer, 'open', turning);
};
export const declaredRoot = (root) => {
  root.setHTMLUnsafe(`<div><template shadowrootmode="closed">${turning}</template></div>`);
};
