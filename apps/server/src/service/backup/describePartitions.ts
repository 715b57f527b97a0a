import type { Database } from '../../store/database.js';
import { listPartitions, partitionedTables } from '../../store/partitions/partitions.js';
import type { Manifest } from './Manifest.js';

/** The partitions of all tables that have some. */
export async function describePartitions(database: Database): Promise<Manifest['partitions']> {
  const partitions: Manifest['partitions'] = [];
  for (const one of partitionedTables)
    for (const partition of await listPartitions(database, one))
      partitions.push({ table: one.table, ...partition });
  return partitions;
}
