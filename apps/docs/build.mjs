// `npm run build --workspace apps/docs`: docs/ as a site, in dist/site, with every link checked.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.env.ASTRO_TELEMETRY_DISABLED = '1';
// Vitest, whose tests build the site, has these of its own.
for (const name of ['BASE_URL', 'DEV', 'MODE', 'NODE_ENV', 'PROD', 'SSR']) delete process.env[name];
const { build } = await import('astro');
const { findBrokenLinks } = await import('./checks/findBrokenLinks.mjs');
const { hashScripts } = await import('./checks/hashScripts.mjs');
const { writePages } = await import('./pages/writePages.mjs');

const folder = fileURLToPath(new URL('.', import.meta.url));
const site = path.join(folder, 'dist/site');

rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
writePages();
await build({ root: folder, logLevel: 'warn' });

// Wide tables and long lines of code scroll, which has to work with keys as well. The script for code blocks removes `tabindex` from those
// that do not scroll, and does not always restore it when the window becomes narrower.
const removal = '(e.removeAttribute("tabindex"),e.removeAttribute("role"))';
let removals = 0;
for (const name of readdirSync(site, { recursive: true })) {
  const file = path.join(site, name);
  const change = (edit) => writeFileSync(file, edit(readFileSync(file, 'utf8')));
  if (name.endsWith('.html')) change((text) => text.replaceAll(/<(table|pre)(?=[ >])/g, '<$1 tabindex="0"'));
  if (/\bec\.[^/]+\.js$/.test(name))
    change((text) => {
      removals += text.split(removal).length - 1;
      return text.replaceAll(removal, '0');
    });
}
if (removals !== 1)
  throw new Error(`the script for code blocks removes tabindex in ${removals} places, not in one`);

const files = new Map(
  readdirSync(site, { recursive: true })
    .filter((name) => statSync(path.join(site, name)).isFile())
    .map((name) => [
      name.replaceAll('\\', '/'),
      name.endsWith('.html') ? readFileSync(path.join(site, name), 'utf8') : null,
    ]),
);
const broken = findBrokenLinks(files, '/docs/', (address) => /^\/(?:docs\/api|install)\b/.test(address));
for (const line of broken) console.error(`✗ ${line} leads nowhere`);
if (broken.length > 0) process.exit(1);

const pages = [...files.values()].filter((html) => html !== null);
writeFileSync(path.join(folder, 'dist/scripts.json'), JSON.stringify(hashScripts(pages)));
rmSync(path.join(folder, 'dist/pages'), { recursive: true });
console.log(`${pages.length} pages, ${files.size} files`);
