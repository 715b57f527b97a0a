export {
  type AccessibilityNode,
  type AccessibilityRecord,
  type AccessibilityViolation,
  accessibilityLimits,
} from './accessibility/AccessibilityRecord.js';
export { decodeAccessibility } from './accessibility/decodeAccessibility.js';
export { type AccessibilityDiff, diffAccessibility } from './accessibility/diffAccessibility.js';
export { type Finding, type FindingKind, findingKinds } from './accessibility/Finding.js';
export { type Boxes, type Cause, type CauseKind, causeKinds, type Effect } from './causes/Cause.js';
export { causesVersion } from './causesVersion.js';
export { diffLayouts, type Frame, type LayoutDiff } from './diffLayouts.js';
export { parseElementSelector } from './elements/ElementSelector.js';
export { elementsAt, type FoundElement, findElements } from './elements/findElements.js';
export { decodeRecord } from './record/decodeRecord.js';
export { type LayoutNode, type LayoutRecord, type NodeDetails, recordLimits } from './record/LayoutRecord.js';
export { LayoutRecordError } from './record/LayoutRecordError.js';
export { type RecordedProperty, recordedProperties } from './record/recordedProperties.js';
export {
  explainRegions,
  type RegionExplanation,
  toImage,
  type UnexplainedKind,
} from './regions/explainRegions.js';
export type { DrawnPlace } from './regions/findDrawn.js';
export type { Box } from './tree/LayoutTree.js';
