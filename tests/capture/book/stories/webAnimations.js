import { markup } from '../draw.js';

const slide = [{ transform: 'translateX(0)' }, { transform: 'translateX(240px)' }];
const box = (root, more = '') =>
  markup(root, `.box { width: 90px; height: 60px; background: teal; ${more} }`, '<div class="box"></div>');

export const endless = (root) => void box(root).animate(slide, { duration: 900, iterations: Infinity });

export const endlessWithOffsets = (root) =>
  void box(root).animate(slide, {
    duration: 900,
    iterations: Infinity,
    delay: -333,
    iterationStart: 0.25,
    direction: 'alternate',
    easing: 'ease-in',
  });

/** Goes on within a turn, where real time has left it, as libraries do that build their animations again. */
export function begunWithinATurn(root) {
  const element = box(root);
  const began = performance.now();
  requestAnimationFrame(() => {
    const iterationStart = (performance.now() - began) / 900;
    element.animate(slide, { duration: 900, iterations: Infinity, iterationStart });
  });
}

export function fasterAndFaster(root, ending) {
  const animation = box(root).animate(slide, { duration: 2_000, iterations: Infinity });
  setTimeout(() => ending.aborted || animation.updatePlaybackRate(3), 120);
}

export const backwards = (root) => {
  const animation = box(root).animate(slide, { duration: 700, iterations: 4, fill: 'both' });
  animation.reverse();
};

export const ofAConstructor = (root) => {
  const effect = new KeyframeEffect(box(root), [{ width: '90px' }, { width: '300px' }], {
    duration: 1_100,
    iterations: Infinity,
  });
  new Animation(effect, document.timeline).play();
};

/** Of a time line that has begun at another time than the document's. */
export const ofATimelineOfItsOwn = (root) => {
  const effect = new KeyframeEffect(box(root), slide, { duration: 5_000, iterations: Infinity });
  new Animation(effect, new DocumentTimeline({ originTime: 300 })).play();
};

export function startedLate(root, ending) {
  const element = box(root);
  setTimeout(() => {
    requestAnimationFrame(
      () => ending.aborted || element.animate(slide, { duration: 800, iterations: Infinity }),
    );
  }, 450);
}

/** Each animation that ends begins the next. */
export function oneAfterTheOther(root, ending) {
  const element = box(root);
  let runs = 0;
  const run = () => {
    if (ending.aborted) return;
    runs += 1;
    element.textContent = `run ${runs}`;
    element.animate(slide, { duration: 150 }).onfinish = run;
  };
  run();
}

export function onPseudoElements(root) {
  const element = box(root, 'position: relative');
  element.insertAdjacentHTML(
    'beforebegin',
    '<style>.box::after { content: "after"; background: gold }</style>',
  );
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: 600,
    iterations: Infinity,
    pseudoElement: '::after',
  });
}

/** The script writes down where the animation is. */
export function committed(root, ending) {
  const element = box(root);
  const animation = element.animate(slide, { duration: 400, fill: 'forwards' });
  animation.finished.then(() => {
    if (ending.aborted) return;
    animation.commitStyles();
    animation.cancel();
  });
}

/** Springs of many keyframes, as libraries compile them, one a letter. */
export function letters(root) {
  root.innerHTML = [...'Staggered letters']
    .map(
      (letter) =>
        `<b style="display: inline-block; font-size: 32px">${letter === ' ' ? '&nbsp;' : letter}</b>`,
    )
    .join('');
  const spring = Array.from({ length: 30 }, (_, n) => ({
    transform: `translateY(${Math.round(400 * Math.exp(-n / 7) * Math.cos(n / 2)) / 10}px)`,
  }));
  [...root.children].forEach((letter, n) => {
    letter.animate(spring, { duration: 700, delay: n * 60, iterations: Infinity, fill: 'backwards' });
  });
}
