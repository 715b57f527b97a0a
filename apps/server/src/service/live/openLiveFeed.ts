import { type Announcement, announce, sendProof } from '../../store/announcements/announce.js';
import { hearAnnouncements } from '../../store/announcements/hearAnnouncements.js';
import type { Database } from '../../store/database.js';
import type { LiveFeed } from '../LiveFeed.js';
import { createLiveFeed } from './createLiveFeed.js';

/**
 * @param connectionString of the same database, without a pooler between; a feed has a connection of its own
 * @param onJob called for jobs that can be taken, which are announced on the same connection
 */
export const openLiveFeed = (
  database: Database,
  connectionString: string,
  onJob: (name: string) => void,
): LiveFeed =>
  createLiveFeed({
    announce: (announcement) => announce(database, announcement),
    hear: (listener) => {
      const hear = (told: Announcement) => (told.kind === 'job' ? onJob(told.name) : listener.hear(told));
      const ear = { connectionString, sendProof: () => sendProof(database) };
      return hearAnnouncements(ear, { ...listener, hear });
    },
  });
