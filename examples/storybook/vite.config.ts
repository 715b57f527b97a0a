import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  define: { EXAMPLE_VERSION: JSON.stringify(process.env.SVC_EXAMPLE_VERSION ?? '1') },
  // Images stay files, so that the lazy ones are really loaded.
  build: { assetsInlineLimit: 0 },
});
