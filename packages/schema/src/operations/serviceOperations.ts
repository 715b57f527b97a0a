import { z } from 'zod';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

export const serviceOperations = {
  getVersion: {
    ...routes.getVersion,
    summary: 'The version of the service, which the header `X-Svc-Version` of every answer names as well',
    access: 'public',
    needs: null,
    response: z.object({ version: z.string() }),
  },
} as const satisfies Record<string, Operation>;
