import { createHash } from 'node:crypto';
import { type AccessibilityRecord, diffAccessibility, type Finding } from '@svc/layout-diff';
import type { AccessibilityFinding, Box } from '@svc/schema';
import { mostOfSentence, shorten } from '../shorten.js';

/** What changed between two records of a slot, as it is stored. */
export interface FoundChange {
  /** Equal for the same findings. */
  fingerprint: string;
  /** The first of them. */
  findings: AccessibilityFinding[];
  total: number;
  partial: boolean;
}

const mostFindings = 50;

/** What changed for assistive technology; null where nothing did. */
export function findChange(before: AccessibilityRecord, after: AccessibilityRecord): FoundChange | null {
  const { findings, isPartial } = diffAccessibility(before, after);
  if (findings.length === 0) return null;
  const signatures = [...new Set(findings.map(({ signature }) => signature))].sort();
  return {
    fingerprint: hashOf(JSON.stringify(signatures)),
    findings: findings.slice(0, mostFindings).map((finding) => present(finding, before, after)),
    total: findings.length,
    partial: isPartial,
  };
}

function present(
  { kind, signature, element, property, from, to, impact, text, boxes }: Finding,
  before: AccessibilityRecord,
  after: AccessibilityRecord,
): AccessibilityFinding {
  return {
    kind,
    signature: hashOf(signature),
    element: shorten(element),
    property: property && shorten(property),
    from: from && shorten(from),
    to: to && shorten(to),
    impact,
    text: shorten(text, mostOfSentence),
    boxes: {
      before: boxes.before && toPixels(boxes.before, before),
      after: boxes.after && toPixels(boxes.after, after),
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const toPixels = (box: Box, { scale, origin: [left, top] }: AccessibilityRecord): Box => ({
  x: Math.round((box.x - left) * scale),
  y: Math.round((box.y - top) * scale),
  width: Math.round(box.width * scale),
  height: Math.round(box.height * scale),
});
