import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Journal } from './Journal.js';
import { playChaos } from './playChaos.js';
import { report } from './report.js';

/** `npm run chaos` asks for more; `npm test` plays each fault once. */
const long = process.env.SVC_CHAOS_MINUTES !== undefined;
const minutes = Number(process.env.SVC_CHAOS_MINUTES ?? 0);
const seed = Number(process.env.SVC_CHAOS_SEED ?? 1);

describe.skipIf(process.platform !== 'linux')('chaos', () => {
  test(
    `what is acknowledged is there once, whatever fails (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
      const journal = new Journal(join(folder, 'calls.ndjson'));
      const played = await playChaos(
        {
          ...{ seed, minutes, only: process.env.SVC_CHAOS_ONLY?.split(';') ?? null },
          pause: long ? [500, 6_000] : [500, 2_000],
          clients: long
            ? { uploads: 4, session: 4, fleet: 2, readers: 3 }
            : { uploads: 2, session: 2, fleet: 1, readers: 1 },
        },
        journal,
      );
      const text = report(seed, played, journal);
      if (long || journal.violations.length > 0) console.log(text);
      expect(journal.violations.length).toBe(0);
      rmSync(folder, { recursive: true });
      for (const operation of ['createCapture', 'completeSession', 'waitForCapture', 'approve'])
        expect([operation, journal.count(operation, 'acknowledged')]).not.toEqual([operation, 0]);
    },
    minutes * 60_000 + 900_000,
  );
});
