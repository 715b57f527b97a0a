import { ping } from '../store/database.js';
import type { Resources } from './Resources.js';

/** Rejects while the service cannot work: its database does not answer. */
export const checkReady = ({ database }: Resources): Promise<void> => ping(database);
