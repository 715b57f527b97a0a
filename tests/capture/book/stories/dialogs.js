import { output } from '../draw.js';

// Each shows what a page goes on with once its dialog is dismissed.

export function alerts(root) {
  const text = output(root);
  alert('Saved');
  text.value = 'after an alert';
}

export function confirms(root) {
  output(root).value = `confirmed: ${confirm('Delete all?')}`;
}

export function prompts(root) {
  output(root).value = `name: ${prompt('Your name?', 'Ada')}`;
}

export function prints(root) {
  const text = output(root);
  print();
  text.value = 'after printing';
}

/** Asks again as long as nobody answers, but not forever. */
export function asksAgain(root) {
  const text = output(root);
  let times = 0;
  while (times < 5 && prompt(`Try ${times + 1}`) === null) times += 1;
  text.value = `asked ${times} times`;
}

export function asksLater(root, ending) {
  const text = output(root);
  text.value = 'has not asked';
  const timer = setTimeout(() => {
    text.value = confirm('Stay signed in?') ? 'stays' : 'leaves';
  }, 400);
  ending.addEventListener('abort', () => clearTimeout(timer));
}
