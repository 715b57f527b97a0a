import type { ChangeReason, Sensitivity, Subthreshold } from '@svc/schema';

/** How color differences are judged. */
export interface Judgement {
  threshold: number;
  sensitivity: Sensitivity;
}

/** How something with its own threshold is judged: another threshold than the usual one judges by pixels alone. */
export const judgementWith = (threshold: number, usual: Judgement): Judgement => ({
  threshold,
  sensitivity: threshold === usual.threshold ? usual.sensitivity : 'pixels',
});

/** Per hundred pixels: smaller areas below the threshold change nothing. */
const leastArea = 1;

/** Whether images without a counted pixel are still a change. */
export const looksDifferent = (subthreshold: Subthreshold | null, sensitivity: Sensitivity): boolean =>
  sensitivity === 'perceptual' && subthreshold !== null && subthreshold.area >= leastArea;

/** Why a result is changed, where not by counted pixels. Null also where nobody can tell by how much it changed. */
export const changeReason = ({
  status,
  diffPercentage,
}: {
  status: string;
  diffPercentage: number | null;
}): ChangeReason | null => (status === 'changed' && diffPercentage === 0 ? 'subthreshold' : null);
