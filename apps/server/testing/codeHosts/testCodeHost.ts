import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckOutcome, CheckRun, CodeHost } from '../../src/domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../src/domain/codeHosts/CodeHostError.js';
import type { FakeServer, Fault } from './startFakeServer.js';

export interface CodeHostUnderTest {
  host: CodeHost;
  fake: FakeServer;
  /** All that the host shows for a check: one entry when all is well. `outcome` in the host's own words. */
  shown(run: CheckRun): { outcome: string; title: string }[];
  words: Record<CheckOutcome, string>;
}

export const someRun: CheckRun = {
  externalId: 'dif_0001:c0ffee',
  revision: 1,
  name: 'svc / buttons',
  headSha: 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
  outcome: 'failure',
  title: '3 changed, 1 new',
  summary: '| snapshot | change |\n|---|---|\n| Ärger 漢字 | 3 % |',
  detailsUrl: 'https://svc.example.com/acme/web/diffs/dif_0001',
  actions: [
    { identifier: 'approve-all', label: 'Approve all', description: 'Make all changes the baseline' },
  ],
};

/**
 * What every driver of a code host must do, against a host on loopback that keeps state.
 * @param start with the milliseconds that one request may take
 */
export function testCodeHost(driver: string, start: (timeout: number) => Promise<CodeHostUnderTest>): void {
  describe(`the ${driver} code host`, () => {
    let tested: CodeHostUnderTest;
    const signal = new AbortController().signal;
    beforeEach(async () => {
      tested = await start(20_000);
    });
    afterEach(() => tested.fake.stop());

    /** The error of one delivery while every request meets this fault. */
    async function failure(fault: Fault): Promise<CodeHostError> {
      tested.fake.fault = () => fault;
      const error = await tested.host.deliver(someRun, null, signal).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CodeHostError);
      return error as CodeHostError;
    }

    test('shows each outcome', async () => {
      for (const outcome of ['running', 'success', 'failure', 'inconclusive'] as const) {
        const run = { ...someRun, externalId: `one:${outcome}`, name: `svc / ${outcome}`, outcome };
        await tested.host.deliver(run, null, signal);
        expect(tested.shown(run)).toEqual([{ outcome: tested.words[outcome], title: run.title }]);
      }
    });

    test('updates a check in place, with and without its id', async () => {
      const { hostId } = await tested.host.deliver({ ...someRun, outcome: 'running' }, null, signal);
      const failed = { ...someRun, revision: 2, title: '2 changed' };
      await tested.host.deliver(failed, hostId, signal);
      expect(tested.shown(failed)).toEqual([{ outcome: tested.words.failure, title: '2 changed' }]);
      const passed: CheckRun = { ...someRun, revision: 3, outcome: 'success', title: 'all approved' };
      await tested.host.deliver(passed, null, signal);
      expect(tested.shown(passed)).toEqual([{ outcome: tested.words.success, title: 'all approved' }]);
      await tested.host.deliver(failed, '987654321', signal);
      expect(tested.shown(failed)).toHaveLength(1);
    });

    test('the same state twice is shown once', async () => {
      for (const outcome of ['running', 'running', 'failure', 'failure'] as const) {
        await tested.host.deliver({ ...someRun, outcome }, null, signal);
        expect(tested.shown(someRun)).toHaveLength(1);
      }
    });

    test('a check whose first answer was lost is not made a second time', async () => {
      let lost = 0;
      tested.fake.fault = (request) => {
        const isToken = request.path.endsWith('/access_tokens');
        return request.method !== 'GET' && !isToken && lost++ === 0 ? 'lost' : null;
      };
      await expect(tested.host.deliver(someRun, null, signal)).rejects.toBeInstanceOf(CodeHostError);
      expect(tested.shown(someRun)).toHaveLength(1);
      await tested.host.deliver(someRun, null, signal);
      expect(tested.shown(someRun)).toEqual([{ outcome: tested.words.failure, title: someRun.title }]);
    });

    test('long texts are shortened to what the host takes', async () => {
      const long = '漢'.repeat(40_000);
      const run = { ...someRun, name: `svc / ${long}`, title: long, summary: long };
      await tested.host.deliver(run, null, signal);
      await tested.host.deliver({ ...run, outcome: 'success' }, null, signal);
      const shown = tested.shown(run);
      expect(shown).toHaveLength(1);
      expect(long.startsWith(shown[0]?.title.replace(/ …$/, '') ?? '?')).toBe(true);
    });

    test('a host out of order is tried again later', async () => {
      for (const fault of [{ status: 500 }, { status: 502, body: '<h1>Bad gateway</h1>' }]) {
        expect(await failure(fault)).toMatchObject({ final: false, retryAfter: null });
      }
    });

    test('a host that hangs is given up, and tried again later', async () => {
      await tested.fake.stop();
      tested = await start(200);
      expect(await failure('hang')).toMatchObject({ final: false, retryAfter: null });
    });

    test('a limit on the rate says how long to wait', async () => {
      const limited = await failure({ status: 429, headers: { 'retry-after': '17' } });
      expect(limited).toMatchObject({ final: false, retryAfter: 17_000 });
      for (const distant of ['1e300', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
        const asked = await failure({ status: 429, headers: { 'retry-after': distant } });
        expect(asked).toMatchObject({ final: false, retryAfter: 3_600_000 });
      }
      const reset = String(Math.floor(Date.now() / 1_000) + 100);
      const spent = await failure({
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
      });
      expect(spent.final).toBe(false);
      expect(spent.retryAfter).toBeGreaterThan(90_000);
      expect(spent.retryAfter).toBeLessThanOrEqual(100_000);
      const secondary = await failure({
        status: 403,
        body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
      });
      expect(secondary).toMatchObject({ final: false, retryAfter: 60_000 });
    });

    test('a refusal is final and gives the reason of the host', async () => {
      const refused = await failure({
        status: 422,
        body: { message: 'Validation Failed', errors: [{ field: 'head_sha', code: 'invalid' }] },
      });
      expect(refused.final).toBe(true);
      expect(refused.message).toContain('Validation Failed; head_sha invalid');
    });

    test('a missing permission is said, and tried again once it may be given', async () => {
      const refused = await failure({
        status: 403,
        body: { message: 'Resource not accessible by integration' },
      });
      expect(refused).toMatchObject({ final: false, retryAfter: null });
      expect(refused.message).toContain('Resource not accessible by integration');
    });

    test('an aborted delivery rejects with the reason of its signal', async () => {
      tested.fake.fault = () => 'hang';
      const ending = new AbortController();
      const delivery = tested.host.deliver(someRun, null, ending.signal);
      ending.abort(new Error('the service ends'));
      await expect(delivery).rejects.toThrow('the service ends');
    });

    test('whatever fails and whatever is forgotten, one check with the newest state is left', async () => {
      const faults: (Fault | null)[] = [null, null, null, 'lost', 'lost', { status: 503 }, { status: 429 }];
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...faults), { maxLength: 24 }),
          fc.array(
            fc.record({
              outcome: fc.constantFrom<CheckOutcome>('running', 'success', 'failure', 'inconclusive'),
              forgets: fc.boolean(),
            }),
            { minLength: 1, maxLength: 4 },
          ),
          async (plan, states) => {
            const identity = {
              externalId: `property:${++serial}`,
              headSha: serial.toString(16).padStart(40, '0'),
            };
            const upcoming = [...plan];
            tested.fake.fault = () => upcoming.shift() ?? null;
            let hostId: string | null = null;
            let newest: CheckRun = { ...someRun, ...identity };
            for (const [index, { outcome, forgets }] of states.entries()) {
              newest = { ...newest, outcome, revision: index + 1, title: `state ${index}` };
              for (let done = false; !done; ) {
                const known: string | null = forgets ? null : hostId;
                done = await tested.host.deliver(newest, known, signal).then(
                  (delivered) => {
                    hostId = delivered.hostId;
                    return true;
                  },
                  (error: unknown) => {
                    if (!(error instanceof CodeHostError) || error.final) throw error;
                    return false;
                  },
                );
              }
            }
            expect(tested.shown(newest)).toHaveLength(1);
            expect(tested.shown(newest)[0]?.outcome).toBe(tested.words[newest.outcome]);
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
