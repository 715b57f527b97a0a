import { announce, sendProof } from '../../store/announcements/announce.js';
import { hearAnnouncements } from '../../store/announcements/hearAnnouncements.js';
import type { Database } from '../../store/database.js';
import type { LiveFeed } from '../LiveFeed.js';
import { createLiveFeed } from './createLiveFeed.js';

/** @param connectionString of the same database, without a pooler between; a feed has a connection of its own */
export const openLiveFeed = (database: Database, connectionString: string): LiveFeed =>
  createLiveFeed({
    announce: (announcement) => announce(database, announcement),
    hear: (listener) =>
      hearAnnouncements({ connectionString, sendProof: () => sendProof(database) }, listener),
  });
