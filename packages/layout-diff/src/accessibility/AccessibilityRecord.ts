/**
 * What a page says to assistive technology when its picture is taken, and which accessibility rules it breaks. Deterministic: two
 * captures of the same page give equal records.
 */
export interface AccessibilityRecord {
  version: 1;
  /** Which bound of {@link accessibilityLimits} cut it off; absent from a complete record. */
  partial?: 'nodes' | 'time';
  /** Device pixels of the image for each CSS pixel. */
  scale: number;
  /** Where the top left corner of the image is in the page, in CSS pixels. */
  origin: [x: number, y: number];
  /** Equal for pages whose elements have the same attributes that rules look at, those without a node included. */
  marks: string;
  /** In document order, a parent before its children. */
  nodes: AccessibilityNode[];
  /** What breaks a rule; null where no rules were checked. */
  violations: AccessibilityViolation[] | null;
}

/** An element that has a role, text of its own, a place in the tab order, or a violation. Others are left out. */
export interface AccessibilityNode {
  /** Place of the nearest node around it, or -1. */
  parent: number;
  tag: string;
  /** Empty for an element that is not exposed: a generic one, or one that `aria-hidden` or `inert` hides. */
  role: string;
  /** The accessible name; empty for none. */
  name: string;
  /** In CSS pixels from the top left corner of the page. */
  box: [x: number, y: number, width: number, height: number];
  id?: string;
  testId?: string;
  classes?: string[];
  /** The element's own text, white space collapsed. */
  text?: string;
  /** `expanded`, `checked`, `level` and others that are set; sorted by name. */
  states?: [name: string, value: string][];
  /** The place in the tab order, from 1. */
  order?: number;
}

export interface AccessibilityViolation {
  /** The id of the rule in axe-core, such as `button-name`. */
  rule: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  /** What the rule asks for, in one sentence. */
  help: string;
  /** Place of the node that breaks it. */
  node: number;
  /** Of text: its contrast ratio, and the ratio that WCAG level AA asks for. */
  contrast?: { ratio: number; needed: number };
}

/** Where a writer cuts a record off. */
export const accessibilityLimits = {
  nodes: 5_000,
  milliseconds: 100,
  violations: 500,
  /** Characters of one text. */
  text: 200,
} as const;
