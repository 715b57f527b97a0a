/** What a diff was asked for, with the capture that it compares. */
export interface JudgedDiff {
  threshold: number;
  antiAliasing: boolean;
  manifest: readonly string[] | null;
  baseCaptureId: string | null;
  ephemeral: boolean;
  namespace: string;
}

/**
 * Whether a diff counts for the check of its commit (R45): all of a kept capture, compared with baselines as the project
 * does. Any other answers its caller and changes no check.
 */
export const isJudging = (
  { threshold, antiAliasing, manifest, baseCaptureId, ephemeral, namespace }: JudgedDiff,
  settings: Pick<JudgedDiff, 'threshold' | 'antiAliasing'>,
): boolean =>
  threshold === settings.threshold &&
  antiAliasing === settings.antiAliasing &&
  manifest === null &&
  baseCaptureId === null &&
  !ephemeral &&
  namespace === '';
