import { writeFileSync } from 'node:fs';
import { type Service, startService } from '../startService.js';
import { useOwnTemporaryFolder } from '../temporaryFolder.js';
import type { CommandContext } from './CommandContext.js';

/** Runs the service until it is interrupted, or cannot go on. */
export async function start({ config, print }: CommandContext): Promise<void> {
  const settings = config();
  const { bootstrapProject, readyFile } = settings;
  useOwnTemporaryFolder();
  const service = await startService(settings, print);
  print(`svc is ready at ${service.url}`);
  if (service.apiKey) print(`API key of ${bootstrapProject} (shown once): ${service.apiKey}`);
  if (service.signInUrl) print(`Sign in once with: ${service.signInUrl}`);
  if (readyFile) {
    const { url, signInUrl, apiKey } = service;
    writeFileSync(readyFile, JSON.stringify({ url, signInUrl, apiKey }), { mode: 0o600 });
  }
  stopOnSignal(service, print);
}

function stopOnSignal(service: Service, print: (line: string) => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) print('Stopping …');
      void stop();
    });
  }
}
