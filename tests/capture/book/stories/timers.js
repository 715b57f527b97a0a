import { board, every, output } from '../draw.js';

const counter = (milliseconds) => (root, ending) => {
  const text = output(root);
  let count = 0;
  text.value = 'count 0';
  every(ending, milliseconds, () => {
    count += 1;
    text.value = `count ${count}`;
  });
};
export const everySecond = counter(1_000);
export const everyHundred = counter(100);
export const everySeven = counter(7);

/** Painted on a canvas, where no observer sees it. */
export function paintedByAnInterval(root, ending) {
  const brush = board(root).getContext('2d');
  let shade = 0;
  every(ending, 120, () => {
    shade = (shade + 20) % 360;
    brush.fillStyle = `hsl(${shade} 70% 50%)`;
    brush.fillRect(0, 0, 320, 160);
  });
}

/** A chain of time-outs without an end. */
const chain = (milliseconds) => (root, ending) => {
  const text = output(root);
  let links = 0;
  const link = () => {
    if (ending.aborted) return;
    links += 1;
    text.value = `link ${links}`;
    setTimeout(link, milliseconds);
  };
  link();
};
export const chainOfFifty = chain(50);
export const chainOfNothing = chain(0);
export const chainOfAFewSeconds = chain(1_700);

export function typing(root, ending) {
  const text = output(root);
  const words = 'Design systems, captured. ';
  let letter = 0;
  const type = () => {
    if (ending.aborted) return;
    letter = (letter + 1) % words.length;
    text.value = words.slice(0, letter);
    setTimeout(type, 40 + (letter % 5) * 20);
  };
  type();
}

export function stopwatch(root, ending) {
  const text = output(root);
  const began = performance.now();
  every(ending, 16, () => {
    text.value = `${((performance.now() - began) / 1_000).toFixed(2)} s`;
  });
}

/** The date goes on as the story's own time does. */
export function clock(root, ending) {
  const text = output(root);
  every(ending, 250, () => {
    text.value = new Date().toISOString().slice(11, 22);
  });
}

/** Waits for its calls to cease, by the date, as lodash does. */
export function debounced(root) {
  const text = output(root);
  text.value = 'waiting';
  const called = Date.now();
  const check = () => {
    const left = 200 - (Date.now() - called);
    if (left > 0) setTimeout(check, left);
    else text.value = 'called';
  };
  setTimeout(check, 200);
}

/** Fades away after three seconds, which a busy machine might reach. */
export function toast(root, ending) {
  root.innerHTML = '<div style="background: #333; color: white; padding: 20px">Saved</div>';
  setTimeout(() => ending.aborted || root.replaceChildren(), 3_000);
}

export function idleCallbacks(root, ending) {
  const text = output(root);
  let calls = 0;
  const call = () => {
    if (ending.aborted) return;
    calls += 1;
    text.value = `idle ${calls}`;
    requestIdleCallback(call);
  };
  requestIdleCallback(call);
}

/** Progress that never gets there. */
export function progress(root, ending) {
  root.innerHTML = '<progress max="1" value="0" style="width: 300px"></progress>';
  const [bar] = root.children;
  every(ending, 80, () => {
    bar.value += (0.95 - bar.value) / 12;
  });
}

/** Ticks in a worker, whose clock nobody can hold. */
export function ticksInAWorker(root, ending) {
  const text = output(root);
  const worker = new Worker(
    URL.createObjectURL(new Blob(['let n = 0; setInterval(() => postMessage(++n), 5)'])),
  );
  worker.onmessage = ({ data }) => {
    text.value = `tick ${data}`;
  };
  ending.addEventListener('abort', () => worker.terminate());
}
