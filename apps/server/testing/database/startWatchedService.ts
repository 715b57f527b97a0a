import { runParts } from '../runParts.js';
import { startTestService, type TestService } from '../startTestService.js';
import { type RunPlan, watchPlans } from './watchPlans.js';

/** A service, builds to run on it, and what its statements looked at. */
export interface WatchedService {
  service: TestService;
  parts: ReturnType<typeof runParts>;
  /** Plans since they were taken last. */
  take(): RunPlan[];
  stop(): Promise<void>;
}

export async function startWatchedService(): Promise<WatchedService> {
  const { take, stop } = watchPlans();
  const service = await startTestService().catch((error) => {
    stop();
    throw error;
  });
  return {
    service,
    parts: runParts(service),
    take,
    async stop() {
      await service.stop();
      stop();
    },
  };
}
