import { board, eachFrame, markup, output } from '../draw.js';

// Loops of tasks that a page gives itself, with neither a time-out nor a frame to wait for.

const counted = (begin) => (root, ending) => {
  const text = output(root);
  let turns = 0;
  begin((next) => {
    if (ending.aborted) return;
    turns += 1;
    text.value = `turn ${turns}`;
    next();
  }, ending);
};

export const messages = counted((turn, ending) => {
  const { port1, port2 } = new MessageChannel();
  const next = () => port2.postMessage(null);
  port1.onmessage = () => turn(next);
  ending.addEventListener('abort', () => port1.close());
  next();
});

export const messagesOfTheWindow = counted((turn, ending) => {
  const next = () => window.postMessage('turn', '*');
  window.addEventListener('message', ({ data }) => data === 'turn' && turn(next), { signal: ending });
  next();
});

export const postedTasks = counted((turn) => {
  const next = () => void scheduler.postTask(() => turn(next));
  next();
});

export const tasksInTheBackground = counted((turn) => {
  const next = () => void scheduler.postTask(() => turn(next), { priority: 'background' });
  next();
});

/** Painted where no observer sees it. */
export function paintedByMessages(root, ending) {
  const brush = board(root).getContext('2d');
  const { port1, port2 } = new MessageChannel();
  let shade = 0;
  port1.onmessage = () => {
    shade = (shade + 1) % 360;
    brush.fillStyle = `hsl(${shade} 70% 50%)`;
    brush.fillRect(0, 0, 320, 160);
    if (ending.aborted) port1.close();
    else port2.postMessage(null);
  };
  port2.postMessage(null);
}

/** The same by time-outs without a delay. */
export function paintedByTimeOuts(root, ending) {
  const brush = board(root).getContext('2d');
  let shade = 0;
  const paint = () => {
    if (ending.aborted) return;
    shade = (shade + 1) % 360;
    brush.fillStyle = `hsl(${shade} 70% 50%)`;
    brush.fillRect(0, 0, 320, 160);
    setTimeout(paint);
  };
  paint();
}

/** What follows the size of an element changes it. */
export function changesItsSize(root, ending) {
  const element = markup(
    root,
    '.box { background: gold; height: 60px; width: 10px }',
    '<div class="box"></div>',
  );
  const observer = new ResizeObserver(([{ contentRect }]) => {
    element.style.width = `${(contentRect.width + 3) % 500}px`;
  });
  observer.observe(element);
  ending.addEventListener('abort', () => observer.disconnect());
}

/** A list that loads more as soon as its end can be seen, which always can. */
export function changesWhatIsSeen(root, ending) {
  const text = output(root);
  let times = 0;
  const mark = document.createElement('i');
  root.append(mark);
  const observer = new IntersectionObserver(() => {
    times += 1;
    text.value = `seen ${times}×`;
    observer.unobserve(mark);
    observer.observe(mark);
  });
  observer.observe(mark);
  ending.addEventListener('abort', () => observer.disconnect());
}

/** Counts frames, meanwhile asking the browser for what it does beside the scripts of a page, one after the other. */
export function afterWorkOfTheBrowser(root, ending) {
  const text = output(root);
  let frames = 0;
  const done = [];
  eachFrame(ending, () => {
    frames += 1;
    text.value = `${done.join(' ')} of ${frames}`;
  });
  const bytes = new Uint8Array(2_000_000);
  const read = () => {
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([bytes]));
    return new Promise((resolve) => {
      reader.onload = resolve;
    });
  };
  const draw = () => new Promise((resolve) => board(document.createElement('p')).toBlob(resolve));
  const load = () => {
    const image = new Image();
    image.src = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/%3E';
    return new Promise((resolve) => {
      image.onload = resolve;
    });
  };
  const open = () => {
    const request = indexedDB.open('book');
    return new Promise((resolve) => {
      request.onsuccess = resolve;
    });
  };
  const digest = () => crypto.subtle.digest('SHA-256', bytes);
  const cut = () => createImageBitmap(new ImageData(1_200, 1_200));
  const work = async () => {
    for (const one of [digest, cut, read, draw, load, open, () => new Blob([bytes]).text()]) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await one();
      done.push(frames);
    }
  };
  void work();
}
