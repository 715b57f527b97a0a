import { judgeOverdue } from '../service/checks/judgeOverdue.js';
import type { Resources } from '../service/Resources.js';
import { keepDelivering } from './keepDelivering.js';

/**
 * Judges commits again as soon as that is due, like what is delivered. Any number of processes may do so.
 * @returns ends that, once what is under way is done
 */
export const keepJudging = (
  resources: Pick<Resources, 'database'>,
  onError: (error: unknown) => void,
): (() => Promise<void>) =>
  keepDelivering(async (signal) => void (await judgeOverdue(resources, signal)), onError);
