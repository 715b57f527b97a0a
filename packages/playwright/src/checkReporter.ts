import { rmSync } from 'node:fs';
import { sharedState } from './sharedState.js';
import { shotFolder } from './shotFolder.js';

/** Global teardown: without the reporter nothing is uploaded, and nothing else would say so. */
export default function checkReporter(): void {
  if (sharedState.hasReporter) return;
  rmSync(shotFolder(), { recursive: true, force: true });
  console.error(
    'svc: no snapshot was uploaded, since --reporter replaces the reporters of the configuration. Name the reporter of svc too: --reporter=list,@svc/playwright/reporter',
  );
}
