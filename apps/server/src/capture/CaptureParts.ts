import type { CaptureTarget } from '@svc/schema';
import type { ProjectBrowser } from './browser/createBrowserPool.js';
import type { BrowserLauncher, Log } from './browser/createLauncher.js';
import type { Slots } from './createSlots.js';
import type { Recording } from './Recording.js';
import type { StageOptions } from './stage/openStage.js';

export interface CaptureParts extends StageOptions {
  browser: ProjectBrowser;
  launcher: Pick<BrowserLauncher, 'launch'>;
  renderer: string;
  recipe: string;
  slots: Slots;
  pages: number;
  targetTimeoutMs: number;
  log: Log;
}

/** With what a target's record is wanted for. */
export interface AskingParts extends CaptureParts {
  recordingOf(target: CaptureTarget): Recording;
}
