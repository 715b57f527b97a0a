import type { Plugin } from 'vite';
import { answerApi } from './answerApi.js';
import { Fixtures } from './Fixtures.js';

/** Answers `/api` of the development server from memory. */
export const fixturePlugin = (): Plugin => ({
  name: 'svc-fixtures',
  configureServer(server) {
    const fixtures = new Fixtures();
    fixtures.addLarge();
    server.middlewares.use((request, response, next) => {
      if (request.url?.startsWith('/api/')) void answerApi(fixtures, request, response);
      else next();
    });
  },
});
