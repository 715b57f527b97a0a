import { markup } from '../draw.js';

const box = (root, more) =>
  markup(
    root,
    `.box { width: 90px; height: 60px; background: teal; ${more} } .on { transform: translateX(200px); background: crimson }`,
    '<div class="box"></div>',
  );

export function startedLate(root, ending) {
  const element = box(root, 'transition: transform 3s, background 5s .4s');
  setTimeout(() => ending.aborted || element.classList.add('on'), 600);
}

/** Each transition that ends begins the one back. */
export function backAndForth(root, ending) {
  const element = box(root, 'transition: transform .2s linear');
  const toggle = () => ending.aborted || element.classList.toggle('on');
  element.addEventListener('transitionend', toggle);
  requestAnimationFrame(() => requestAnimationFrame(toggle));
}

export function stepsOfAnInterval(root, ending) {
  const element = box(root, 'transition: transform .3s linear');
  const timer = setInterval(() => element.classList.toggle('on'), 350);
  ending.addEventListener('abort', () => clearInterval(timer));
}

export const startingStyle = (root) =>
  void markup(
    root,
    `.toast { padding: 20px; background: #333; color: white; transition: opacity 2s, translate 2s;
      @starting-style { opacity: 0; translate: 0 60px } }`,
    '<div class="toast">Comes up</div>',
  );

export function dialog(root) {
  const element = markup(
    root,
    `dialog { transition: opacity 2s, display 2s allow-discrete; opacity: 0 } dialog[open] { opacity: 1;
      @starting-style { opacity: 0 } } dialog::backdrop { background: #0008; transition: background 2s; @starting-style { background: #0000 } }`,
    '<dialog>Fades in above its backdrop</dialog>',
  );
  element.showModal();
}

/** A view transition begins while the story is rendered. */
export function ofTheView(root) {
  root.innerHTML = '<style>::view-transition-group(root) { animation-duration: 4s }</style><h1>Before</h1>';
  const change = () => {
    root.querySelector('h1').textContent = 'After';
  };
  document.startViewTransition(change);
}

/** A view transition that another follows, and so on. */
export function ofTheViewAgainAndAgain(root, ending) {
  root.innerHTML = '<style>h1 { view-transition-name: title }</style><h1>0</h1>';
  let views = 0;
  const next = () => {
    if (ending.aborted) return;
    const transition = document.startViewTransition(() => {
      views += 1;
      root.querySelector('h1').textContent = String(views);
    });
    transition.finished.then(next, () => {});
  };
  next();
}

/** The accordion measures itself, then grows. */
export function measuredHeight(root, ending) {
  const element = markup(
    root,
    '.fold { overflow: hidden; height: 0; transition: height 900ms ease }',
    '<div class="fold"><p>One</p><p>Two</p><p>Three</p></div>',
  );
  requestAnimationFrame(() => {
    if (!ending.aborted) element.style.height = `${element.scrollHeight}px`;
  });
}
