import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import cli from '../../packages/cli/package.json' with { type: 'json' };
import { fixturePlugin } from './dev/fixturePlugin.js';

/** `vite --mode fixtures` answers `/api` from memory; otherwise a running service does. */
export default defineConfig(({ mode }) => ({
  define: { __CLI_VERSION__: JSON.stringify(cli.version) },
  plugins: [react(), tailwindcss(), ...(mode === 'fixtures' ? [fixturePlugin()] : [])],
  build: {
    // The oldest browsers that know light-dark() of CSS.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy:
      mode === 'fixtures' ? {} : { '/api': 'http://localhost:4300', '/install': 'http://localhost:4300' },
  },
}));
