import type { Fault } from './Fault.js';

export const databaseFaults: Fault[] = [
  {
    name: 'database killed',
    async play({ database }) {
      await database.kill('SIGKILL');
      return 'kill -9 of PostgreSQL, started again';
    },
  },
  {
    name: 'database restarted, immediate',
    async play({ database }) {
      await database.kill('SIGQUIT');
      return 'PostgreSQL ended as by pg_ctl -m immediate, started again';
    },
  },
  {
    name: 'database restarted, fast',
    async play({ database }, random) {
      const pause = random.between(0, 5_000);
      await database.restart(pause);
      return `PostgreSQL ended as by pg_ctl -m fast, started again after ${pause} ms`;
    },
  },
  {
    name: 'connections terminated',
    async play({ query }) {
      const rows = await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return `pg_terminate_backend of ${rows.length} sessions`;
    },
  },
];
