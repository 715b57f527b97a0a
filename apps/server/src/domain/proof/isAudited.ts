import { createHash } from 'node:crypto';
import { type Slot, slotKey } from '../slot.js';

/** One image in so many that need no browser is captured anyway. */
const auditInterval = 50;

/** Whether the proof of a slot is put to the test in a capture. */
export const isAudited = (captureId: string, slot: Slot): boolean =>
  createHash('sha256')
    .update(`${captureId}\0${slotKey(slot)}`)
    .digest()
    .readUInt32BE(0) %
    auditInterval ===
  0;
