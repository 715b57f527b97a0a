import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../service/Resources.js';
import { serviceVersion } from '../service/serviceVersion.js';
import { serve } from './serve.js';

export function versionRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getVersion, async () => ({ version: serviceVersion }));
}
