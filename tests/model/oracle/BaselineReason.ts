/** Why a result has the base that it has (R9). */
export type BaselineReason =
  | 'target-seen'
  | 'own-approved'
  | 'target-moved'
  | 'remembered'
  | 'history-unknown'
  | 'first-of-branch';
