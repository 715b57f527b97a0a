import { causesVersion } from '@svc/layout-diff';
import type { ResultCauses } from '@svc/schema';

export { causesVersion };

/**
 * Causes as one version of the rules told them. Those of an earlier one are still shown, but none covers its result in a decision by
 * cause: this one may explain less by it.
 */
export const asTold = (causes: ResultCauses, version: number | null): ResultCauses =>
  version === causesVersion
    ? causes
    : { ...causes, causes: causes.causes.map((cause) => ({ ...cause, isWhole: false })) };
