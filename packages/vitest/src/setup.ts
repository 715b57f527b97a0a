// Vitest runs this before each test file, in projects without a browser as well.
if ('__vitest_browser_runner__' in globalThis) await import('./browser/extendExpect.js');
