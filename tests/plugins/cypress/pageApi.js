// Runs in the page of the stand-in: as much of `cy`, `Cypress` and Mocha as the plugin and its tests use. Commands wait in a
// queue; those that a command makes come before the rest of it.

const frame = () => document.querySelector('iframe');
const listeners = new Map();
const custom = new Map();
const tests = [];
const hooks = { before: [], afterEach: [] };
let queue = [];
let nested = queue;

class Chain {
  subject;

  enqueue(name, args) {
    nested.push({ chain: this, name, args });
    return this;
  }
}

function start(name, args) {
  return new Chain().enqueue(name, args);
}

async function runQueue() {
  while (queue.length > 0) {
    const { chain, name, args } = queue.shift();
    nested = [];
    const run = custom.get(name) ?? commands[name];
    if (!run) throw new Error(`cy.${name} is not a command of the stand-in`);
    // A chain is not a promise, though it has a method of that name.
    const returned = run(chain.subject, ...args);
    const answer = returned instanceof Chain ? returned : await returned;
    const made = nested;
    nested = queue;
    if (answer instanceof Chain) made.push({ chain, name: 'yieldOf', args: [answer] });
    else if (answer !== undefined) chain.subject = answer;
    queue.unshift(...made);
    nested = queue;
  }
}

const pageOf = () => frame().contentWindow;
const elementOf = (subject) => (Array.isArray(subject) && subject[0]?.nodeType === 1 ? subject[0] : null);

const commands = {
  yieldOf: (_, chain) => chain.subject,
  async task(_, name, argument) {
    const { answer, error } = await window.standIn('task', { name, argument });
    if (error) throw new Error(`cy.task('${name}') failed with the following error:\n\n> ${error}`);
    return answer;
  },
  window: () => pageOf(),
  viewport(_, width, height) {
    Object.assign(frame().style, { width: `${width}px`, height: `${height}px` });
    return null;
  },
  wait: (_, milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds, null)),
  // Something that can be put into an array, as jQuery's objects can.
  get(_, selector) {
    const found = [...pageOf().document.querySelectorAll(selector)];
    if (found.length === 0) throw new Error(`Expected to find element: \`${selector}\`, but never found it.`);
    return found;
  },
  wrap: (_, subject) => subject ?? null,
  // biome-ignore lint/suspicious/noThenProperty: as Cypress calls it
  then: (subject, ...args) => args.at(-1)(subject),
  visit: (_, url) =>
    new Promise((resolve) => {
      frame().addEventListener('load', () => resolve(pageOf()), { once: true });
      frame().src = url;
    }),
  async screenshot(subject, name, options) {
    const element = elementOf(subject);
    const { width, height } = getComputedStyle(frame());
    if (options.capture === 'fullPage' && !element)
      frame().style.height = `${pageOf().document.documentElement.scrollHeight}px`;
    const box = (element ?? frame()).getBoundingClientRect();
    const at = element ? { x: box.x, y: box.y } : { x: 0, y: 0 };
    const clip = { ...at, width: box.width, height: box.height };
    const taken = await window.standIn('screenshot', { name, clip, options: { ...options } });
    Object.assign(frame().style, { width, height });
    options.onAfterScreenshot?.(element, taken);
    return subject;
  },
};
for (const name of Object.keys(commands)) {
  Chain.prototype[name] = function (...args) {
    return this.enqueue(name, args);
  };
}

window.cy = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (...args) =>
        start(name, args),
  },
);
window.Cypress = {
  spec: {},
  currentTest: {},
  currentRetry: 0,
  browser: { name: 'chrome' },
  Commands: {
    add(name, _, command) {
      custom.set(name, command);
      Chain.prototype[name] = function (...args) {
        return this.enqueue(name, args);
      };
    },
  },
  log() {},
  on: (event, listener) => listeners.set(event, listener),
  automation: (_, request) => window.standIn('protocol', request),
};
window.onPageBegins = (page) => listeners.get('window:before:load')?.(page);
window.before = (hook) => hooks.before.push(hook);
window.afterEach = (hook) => hooks.afterEach.push(hook);
window.it = (title, body) => tests.push({ title, body });

async function runBody(body) {
  queue = [];
  nested = queue;
  try {
    body();
    await runQueue();
    return null;
  } catch (error) {
    return error.message;
  }
}

/** Runs all tests, each until it passes or has no retry left. */
window.runTests = async ({ spec, retries }) => {
  Cypress.spec = { relative: spec };
  const results = [];
  for (const hook of hooks.before) {
    const error = await runBody(hook);
    if (error) return [{ title: '"before all" hook', error, attempts: [{ state: 'failed' }] }];
  }
  for (const { title, body } of tests) {
    let error;
    const attempts = [];
    for (let attempt = 0; attempt <= retries; attempt += 1) {
      Cypress.currentTest = { title, titlePath: [title] };
      Cypress.currentRetry = attempt;
      error = await runBody(body);
      for (const hook of hooks.afterEach) error ??= await runBody(hook);
      attempts.push({ state: error === null ? 'passed' : 'failed' });
      if (error === null) break;
    }
    results.push({ title, error, attempts });
  }
  return results;
};
