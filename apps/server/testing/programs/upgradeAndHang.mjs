// Begins to upgrade the embedded database of a data folder, prints `copied` once everything is in the new cluster, and hangs.
import { copyDatabase } from '../../dist/service/backup/copyDatabase.js';
import { openDatabase } from '../../dist/store/database.js';
import { upgradeCluster } from '../../dist/store/postgres/upgradeCluster.js';

const [dataDir] = process.argv.slice(2);
await upgradeCluster({
  dataDir,
  async copy(from, to) {
    const [old, next] = [from, to].map((connectionString) => openDatabase({ connectionString }));
    await copyDatabase(old, next, () => {});
    console.log('copied');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
});
