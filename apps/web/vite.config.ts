import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import cli from '../../packages/cli/package.json' with { type: 'json' };

export default defineConfig({
  define: { __CLI_VERSION__: JSON.stringify(cli.version) },
  plugins: [react(), tailwindcss()],
  build: {
    // The oldest browsers that know light-dark() of CSS.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Small modules of most pages in one file: half as many requests, and fewer bytes than one by one.
        codeSplitting: {
          groups: [{ name: 'shared', test: /src[\\/](words|ui|records)[\\/]/, minShareCount: 3 }],
        },
      },
    },
  },
  server: {
    // A running service.
    proxy: { '/api': 'http://localhost:4300', '/install': 'http://localhost:4300' },
  },
});
