import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readSlot } from '../domain/slot.js';
import { ignoreChanges, stopIgnoring } from '../service/decisions/ignoreChanges.js';
import {
  addIgnoreArea,
  changeIgnoreArea,
  readIgnoreAreas,
  removeIgnoreArea,
} from '../service/noise/ignoreAreas.js';
import { pickElements } from '../service/noise/pickElements.js';
import { readFlaky } from '../service/noise/readFlaky.js';
import type { Resources } from '../service/Resources.js';
import { wantedOf } from './body/wantedOf.js';
import { paginate, places, readCursor } from './cursor.js';
import { serve } from './serve.js';

export function noiseRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.listIgnoreAreas, async ({ query, access }) => {
    const { limit, cursor, suite } = query;
    const after = readCursor(cursor, places.id);
    const found = await readIgnoreAreas(resources, access, suite, { after, limit: limit + 1 });
    const { page: areas, nextCursor } = paginate(found, limit, ({ id }) => id);
    return { areas, nextCursor };
  });
  serve(app, resources, operations.addIgnoreArea, ({ body, access }) =>
    addIgnoreArea(resources, access, body),
  );
  serve(app, resources, operations.changeIgnoreArea, ({ params, body, access }) =>
    changeIgnoreArea(resources, access, params.id, body),
  );
  serve(app, resources, operations.removeIgnoreArea, async ({ params, access }) => {
    await removeIgnoreArea(resources, access, params.id);
    return {};
  });
  serve(app, resources, operations.ignoreChanges, ({ params, body: { days, ...named }, access }) =>
    ignoreChanges(resources, access, params.id, { wanted: wantedOf(named) ?? [], days }),
  );
  serve(app, resources, operations.stopIgnoring, ({ params, body, access }) =>
    stopIgnoring(resources, access, params.id, { wanted: wantedOf(body) ?? [] }),
  );
  serve(app, resources, operations.listFlaky, async ({ query, access }) => {
    const { limit, cursor, suite, name } = query;
    const after = readCursor(cursor, places.flaky);
    const found = await readFlaky(resources, access, { suite, name, after, limit: limit + 1 });
    const { page, nextCursor } = paginate(found, limit, ({ place }) => place);
    return { snapshots: page.map(({ place: _, ...snapshot }) => snapshot), nextCursor };
  });
  serve(app, resources, operations.pickElements, ({ params, query: { x, y, ...slot }, access }) =>
    pickElements(resources, access, params.id, { ...readSlot(slot), x, y }),
  );
}
