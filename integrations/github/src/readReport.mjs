import { readFileSync } from 'node:fs';

/** The order in which changes are shown. */
const urgency = { rejected: 0, pending: 1, approved: 2 };
const reviewable = ['changed', 'new', 'removed'];

/**
 * What the report of svc says, in the shape that the step shows.
 *
 * @param {string} file
 * @returns {{suites: object[], error: {code: string, message: string} | null}} no suites where svc wrote no report
 */
export function readReport(file) {
  let document;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { suites: [], error: null };
  }
  const suites = document.suites ?? (document.captureId ? [document] : []);
  return { suites, error: document.error ?? null };
}

/** Changed, new and removed snapshots: what was rejected first, then what waits, and within it the largest change. */
export const changesOf = ({ results }) =>
  results
    .filter(({ status }) => reviewable.includes(status))
    .sort(
      (one, other) =>
        urgency[one.approvalStatus] - urgency[other.approvalStatus] ||
        (other.diffPercentage ?? 0) - (one.diffPercentage ?? 0),
    );

/** `Button (1280x720, firefox)`. */
export function slotText({ name, viewport, browser }) {
  const details = [viewport && `${viewport.width}x${viewport.height}`, browser].filter(Boolean);
  return details.length > 0 ? `${name} (${details.join(', ')})` : name;
}

/** `changed 3.10 %`. */
export const amountText = ({ status, diffPercentage }) =>
  diffPercentage === null ? status : `${status} ${diffPercentage.toFixed(2)} %`;

/** The likeliest causes of a change, in words. */
export const causesOf = ({ causes }) => (causes?.causes ?? []).map(({ text }) => text);
