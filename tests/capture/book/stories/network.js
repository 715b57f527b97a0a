import { every, output } from '../draw.js';

/** A server that is not there, tried again and again. */
export function reconnecting(root, ending) {
  const shown = output(root);
  let attempts = 0;
  const connect = () => {
    if (ending.aborted) return;
    attempts += 1;
    shown.textContent = `Connecting, attempt ${attempts}`;
    const socket = new WebSocket('ws://127.0.0.1:9');
    socket.onclose = () => setTimeout(connect, 200 * attempts);
  };
  connect();
}
export function events(root, ending) {
  const shown = output(root);
  let errors = 0;
  shown.textContent = 'Waiting';
  const source = new EventSource('/events');
  source.onerror = () => {
    errors += 1;
    shown.textContent = `Lost ${errors} times`;
  };
  ending.addEventListener('abort', () => source.close());
}
export function polling(root, ending) {
  const shown = output(root);
  let answers = 0;
  every(ending, 300, async () => {
    const { status } = await fetch(`/status.json?${answers}`);
    answers += 1;
    shown.textContent = `${status}: answer ${answers}`;
  });
}
const asksAgain = (ask) => async (root, ending) => {
  const shown = output(root);
  for (let answers = 1; !ending.aborted; answers += 1) {
    await ask(answers);
    shown.textContent = `answer ${answers}`;
  }
};
/** Each answer has the page ask for the next. */
export const answersWithoutAnEnd = asksAgain(async (n) => (await fetch(`/draw.js?${n}`)).text());
export const requestsWithoutAnEnd = asksAgain(
  (n) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', `/draw.js?${n}`);
      request.onload = resolve;
      request.send();
    }),
);
/** Longer whenever its end is seen. */
export function endlessList(root, ending) {
  root.innerHTML = '<ul></ul><p>Loading more …</p>';
  const [list, end] = root.children;
  let items = 0;
  const more = () => {
    for (let n = 0; n < 10; n += 1) {
      items += 1;
      list.append(Object.assign(document.createElement('li'), { textContent: `Item ${items}` }));
    }
  };
  const observer = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting) setTimeout(more, 50);
  });
  observer.observe(end);
  ending.addEventListener('abort', () => observer.disconnect());
}
/** Always as high as the window, and a little more. */
export function higherThanTheWindow(root, ending) {
  root.innerHTML = '<div style="background: linear-gradient(gold, teal)"></div>';
  const fit = () => {
    root.firstElementChild.style.height = `${innerHeight + 100}px`;
  };
  addEventListener('resize', fit, { signal: ending });
  fit();
}
