import type { Tool } from './Tool.js';
import { captureAgain } from './tools/captureAgain.js';
import { captureStories } from './tools/captureStories.js';
import { captureUrls } from './tools/captureUrls.js';
import { compareAgain } from './tools/compareAgain.js';
import { compareCapture } from './tools/compareCapture.js';
import { approveSnapshots, rejectSnapshots } from './tools/decideSnapshots.js';
import { explainBaseline } from './tools/explainBaseline.js';
import { listWaiting } from './tools/listWaiting.js';
import { readCapture } from './tools/readCapture.js';
import { readDiff } from './tools/readDiff.js';
import { readResult } from './tools/readResult.js';

/** Every tool, in the order in which they are mostly used. */
export const tools: readonly Tool[] = [
  listWaiting,
  readDiff,
  readResult,
  explainBaseline,
  captureUrls,
  captureStories,
  captureAgain,
  readCapture,
  compareCapture,
  compareAgain,
  approveSnapshots,
  rejectSnapshots,
];
