import { afterAll } from 'vitest';
import { openQueue, type Queue } from '../../src/queue/queue.js';
import { type Database, openDatabase } from '../../src/store/database.js';
import { createTestDatabase } from '../createTestDatabase.js';

export interface TestQueue {
  connectionString: string;
  database: Database;
  queue: Queue;
  /** What the queue reported. */
  errors: Error[];
}

/** Opens a queue over a database of its own for a test file, which closes it and removes the database after its tests. */
export async function useTestQueue(): Promise<TestQueue> {
  const { connectionString, drop } = await createTestDatabase();
  const { database } = openDatabase({ connectionString });
  const errors: Error[] = [];
  const queue = await openQueue(database, (error) => errors.push(error), { pollSeconds: 0.5 });
  afterAll(async () => {
    await queue.stop();
    await database.destroy();
    await drop();
  });
  return { connectionString, database, queue, errors };
}
