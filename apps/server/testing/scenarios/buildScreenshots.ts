import type { Capture, Diff } from '@svc/schema';
import { expect } from 'vitest';
import { image } from '../image.js';
import { settled } from '../settled.js';
import type { TestService } from '../startTestService.js';

interface Build {
  suite: string;
  branch: string;
  commit: string;
  history?: string[];
  autoApprove?: boolean;
}

/**
 * A build of uploaded screenshots, compared with its baselines.
 * @param looks the shade of red of each snapshot, by its name
 */
export async function buildScreenshots(
  service: TestService,
  build: Build,
  looks: Record<string, number>,
): Promise<Diff> {
  const snapshots = Object.keys(looks).map((name) => ({ name }));
  const created = await service.ask<Capture>('POST', '/api/v1/captures', { ...build, snapshots });
  for (const [name, look] of Object.entries(looks)) {
    const path = `/api/v1/snapshots?captureId=${created.body.id}&name=${name}`;
    expect((await service.upload(path, image(look), 'image/png')).status).toBe(200);
  }
  const { suite } = build;
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: created.body.id });
  return settled(service, 'diffs', made.body.id);
}
