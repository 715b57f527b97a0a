import type { Identity } from '@svc/schema';
import { slugOf } from '../../domain/slugOf.js';
import type { Asker } from './identify.js';

export const presentAsker = (asker: Asker): Identity =>
  asker.kind === 'key'
    ? { kind: 'key', name: asker.keyName, project: slugOf(asker.project), scopes: asker.scopes }
    : { kind: 'user', name: asker.name, project: null, isOperator: asker.isOperator };
