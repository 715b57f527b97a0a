import type { CaptureTarget } from '@svc/schema';
import { defaultViewport } from '@svc/schema/viewports';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Stage } from './openStage.js';

const media = ['screen', 'print'] as const;
const forcedColors = ['active', 'none'] as const;
const reducedMotion = ['reduce', 'no-preference'] as const;

/** Sets the viewport and the media features that the target asks for, and undoes those of the target before. */
export async function emulate(stage: Stage, target: CaptureTarget): Promise<void> {
  const { page, cdp, deviceScaleFactor } = stage;
  const wanted = target.viewport ?? defaultViewport;
  const features = {
    media: oneOf('media', media, target.media),
    forcedColors: oneOf('forcedColors', forcedColors, target.forcedColors),
    reducedMotion: oneOf('prefersReducedMotion', reducedMotion, target.prefersReducedMotion),
  };
  const emulated = JSON.stringify([wanted, features]);
  if (stage.emulated === emulated) return;
  stage.emulated = '';
  const current = page.viewportSize();
  if (current?.width !== wanted.width || current.height !== wanted.height) await page.setViewportSize(wanted);
  await page.emulateMedia(features);
  // In the process of another site each session sets again what it emulates, and the last one counts.
  if (deviceScaleFactor !== 1) {
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...wanted, deviceScaleFactor, mobile: false });
  }
  await cdp.send('Emulation.setEmulatedMedia', { media: features.media ?? '' });
  stage.emulated = emulated;
}

function oneOf<T extends string>(field: string, allowed: readonly T[], value: string | undefined): T | null {
  if (value === undefined) return null;
  const found = allowed.find((name) => name === value);
  if (found === undefined)
    throw new CaptureFailure(`${field} must be one of ${allowed.join(', ')}, not "${value}"`);
  return found;
}
