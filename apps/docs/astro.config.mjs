import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { nameOf } from './pages/nameOf.mjs';
import { readPages } from './pages/readPages.mjs';

const { version } = JSON.parse(readFileSync(new URL('../server/package.json', import.meta.url), 'utf8'));
const { groups, pages } = readPages();

const linkTo = (name) => (name === 'index' ? '/' : `/${name}/`);
const decisions = pages.filter(({ source }) => /^docs\/adr\/\d/.test(source));

export default defineConfig({
  base: '/docs',
  outDir: './dist/site',
  publicDir: './dist/pages/public',
  cacheDir: './node_modules/.astro',
  trailingSlash: 'always',
  // Images are served as they are, so that nothing has to decode them.
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: `svc ${version}`,
      favicon: '/favicon.svg',
      customCss: ['./src/theme.css'],
      social: [{ icon: 'github', label: 'Source code', href: 'https://github.com/svc-vrt/svc' }],
      head: [
        {
          tag: 'link',
          attrs: { rel: 'alternate', type: 'text/plain', title: 'llms.txt', href: '/docs/llms.txt' },
        },
      ],
      sidebar: [
        ...groups.map(({ group, pages }, index) => ({
          label: group,
          collapsed: index > 1,
          items: pages.map(({ label, name }) => ({ label, link: linkTo(name) })),
        })),
        {
          label: 'Decisions',
          collapsed: true,
          items: decisions.map(({ source, title }) => ({ label: title, link: linkTo(nameOf(source)) })),
        },
      ],
    }),
  ],
});
