import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { addCommits } from '../service/commits/addCommits.js';
import { findKnownCommits } from '../service/commits/findKnownCommits.js';
import type { Resources } from '../service/Resources.js';
import { serve } from './serve.js';

export function commitRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.findKnownCommits, ({ body, access }) =>
    findKnownCommits(resources, access, body.commits),
  );

  serve(app, resources, operations.addCommits, async ({ body, access }) => {
    await addCommits(resources, access, body.commits);
    return {};
  });
}
