// Packages of others that the snippets name and that are not installed here. Our own are.
declare module 'cypress';
declare module 'puppeteer';
// Its fetch has types of its own.
declare module 'undici';
declare module '@storybook/addon-vitest/vitest-plugin';
declare module '@storybook/test-runner';
