import { clientFile } from '../../service/clients/parseClientFile.js';
import type { Resources } from '../../service/Resources.js';

interface Shown {
  /** Name of the client, such as `cli`. */
  name: string;
  title: string;
  about: string;
}

const shown: Shown[] = [
  { name: 'cli', title: 'Command line', about: 'Uploads builds and images, compares, and tells CI.' },
  { name: 'sdk', title: 'SDK', about: 'The same from code, for Node and browsers. No dependencies.' },
  {
    name: 'playwright',
    title: 'Playwright plugin',
    about: 'Every toHaveScreenshot() is a snapshot, without a change to a test.',
  },
  {
    name: 'vitest',
    title: 'Vitest plugin',
    about: 'Every toMatchScreenshot() of browser mode is a snapshot, without a change to a test.',
  },
  {
    name: 'puppeteer',
    title: 'Puppeteer plugin',
    about: 'snapshot(page, name) in tests of Jest, Mocha and node:test.',
  },
  {
    name: 'webdriverio',
    title: 'WebdriverIO service',
    about: 'browser.svcSnapshot(name) in tests of WebdriverIO.',
  },
  {
    name: 'cypress',
    title: 'Cypress plugin',
    about: 'cy.svcSnapshot(name) in end-to-end and component tests of Cypress.',
  },
  {
    name: 'storybook',
    title: 'Storybook plugin',
    about: 'Every story that addon-vitest or the test runner tests becomes a snapshot.',
  },
  {
    name: 'storybook-addon',
    title: 'Storybook addon',
    about: 'What the newest build says of each story, in the sidebar and in a panel of Storybook.',
  },
  { name: 'image-diff', title: 'image-diff', about: 'The comparison alone: a command and a library.' },
  { name: 'layout-diff', title: 'layout-diff', about: 'The causes of visual changes alone: a library.' },
];

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const code = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

/** A page for people: how to install the clients of this service. */
export function installPage({ clients, links }: Pick<Resources, 'clients' | 'links'>): string {
  const sections = shown.flatMap((client) => {
    const found = clients.find(({ name }) => name === client.name);
    return found ? [describe(client, links.install(clientFile(found)), found.version)] : [];
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Install · svc</title>
<style>${style}</style>
<main>
<h1>Install the clients</h1>
${sections.length > 0 ? sections.join('\n') + use(links.install('')) : noClients}
</main>
</html>
`;
}

const noClients = '<p>This service was built without its clients. <code>npm run build</code> packs them.</p>';

function describe({ name, title, about }: Shown, url: string, version: string): string {
  const isLibrary = name === 'sdk';
  const lines = [
    `npm install ${isLibrary ? '' : '--save-dev '}${url}`,
    `pnpm add ${isLibrary ? '' : '--save-dev '}${url}`,
    `yarn add ${isLibrary ? '' : '--dev '}@svc/${name}@${url}`,
    `bun add ${isLibrary ? '' : '--dev '}${url}`,
  ];
  return `<section aria-labelledby="${name}">
<h2 id="${name}">${title} <small>@svc/${name} ${escapeHtml(version)}</small></h2>
<p>${about}</p>
${lines.map(code).join('\n')}
</section>`;
}

/** @param installUrl ends in a slash */
const use = (installUrl: string) => {
  const origin = new URL(installUrl).origin;
  return `<section aria-labelledby="use">
<h2 id="use">Use</h2>
<p>In a script of <code>package.json</code>, <code>svc</code> is the installed command. Elsewhere:</p>
${code(`export SVC_API_URL=${origin}
npx --no svc login
npx --no svc stories-a ./storybook-static`)}
<p>With other package managers: <code>pnpm exec svc</code>, <code>yarn run svc</code>, <code>bun run svc</code>.
Keep the <code>--no</code>: without it, npx fetches a package named svc from the npm registry where this one is not
installed. That package is not ours, and it would run with your API key; once fetched, it runs with <code>--no</code>, too.
A script of <code>package.json</code> runs only what is installed.</p>
<p>In CI, install with the lock file, and give the job <code>SVC_API_URL</code> and <code>SVC_API_KEY</code>:</p>
${code(`npm ci
npx storybook build
npx --no svc stories-a ./storybook-static`)}
${origin.startsWith('http:') ? yarnOverHttp(new URL(origin).hostname) : ''}<p>Addresses with a version never change, so the hash in a lock file stays right. This service also serves the
versions that it has served before.</p>
</section>`;
};

/** Yarn 4 refuses addresses that are not https. */
const yarnOverHttp = (host: string) => `<p>Yarn 2 and newer install over plain http only from hosts that
<code>.yarnrc.yml</code> names:</p>
${code(`unsafeHttpWhitelist: ["${host}"]`)}
`;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; }
small { font-weight: normal; opacity: .75; margin-left: .5rem; }
p { margin: .5rem 0; }
pre { margin: .5rem 0; padding: .6rem .8rem; border-radius: 6px; overflow-x: auto; font-size: .85rem;
  background: color-mix(in srgb, currentColor 8%, transparent); }
`;
