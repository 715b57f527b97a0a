import type { Box, Placement, TextTable } from '../layout/LayoutSteps.js';
import type { Rectangle } from '../PageSteps.js';

// Signatures alone, as in LayoutSteps: the functions of this folder are sent into the page as text, and reach each other by these.

/** A broken rule, with the way to its element. */
export interface FoundViolation {
  rule: string;
  impact: string;
  help: string;
  /** From the document down: places among the children of an element; -1 leads from a host into its shadow root. */
  path: number[];
  contrast?: { ratio: number; needed: number };
}

export interface AccessibilityOptions {
  /** Device pixels of the image for each CSS pixel. */
  scale: number;
  /** What the image shows, in CSS pixels from the top left of the document. */
  clip: Rectangle;
  limits: { nodes: number; milliseconds: number; violations: number; text: number };
  /** Null where no rules were checked. */
  violations: readonly FoundViolation[] | null;
  steps: AccessibilitySteps;
}

/** Records one page, or the same again. */
export type AccessibilityRecorder = (shown: Omit<AccessibilityOptions, 'limits' | 'steps'>) => string;

/** An element that may be recorded. */
export interface Stop {
  element: Element;
  /** The place of the nearest recorded node around it, or -1. */
  parent: number;
  placement: Placement;
  /** What it says is left out. */
  isPrivate: boolean;
  /** Hidden from assistive technology. */
  isHidden: boolean;
}

/** One hash of all attributes that rules look at. */
export interface Marks {
  add(element: Element): void;
  hash(): string;
}

/** The functions that others call: each is in the file of its name. */
export interface AccessibilitySteps {
  accessibleName(steps: AccessibilitySteps, element: Element, role: string): string;
  boxAt(element: Element, placement: Placement): Box;
  childrenOf(element: Element, root: ShadowRoot | null): ArrayLike<Element>;
  contentName(steps: AccessibilitySteps, element: Element): string;
  createTextTable(limit: number): TextTable;
  createMarks(hashOf: (text: string) => string): Marks;
  describeStop(options: AccessibilityOptions, stop: Stop, role: string): string;
  elementAt(path: readonly number[]): Element | null;
  isFocusable(element: Element): boolean;
  placementIn(element: Element, outer: Placement): Placement;
  roleOf(steps: AccessibilitySteps, element: Element): string;
  roleOfTag(tag: string): string;
  statesOf(element: Element, role: string): [name: string, value: string][];
  stopsBelow(
    steps: AccessibilitySteps,
    stop: Stop,
    recorded: { place: number; isHidden: boolean; root: ShadowRoot | null },
  ): Stop[];
  tabOrderOf(elements: readonly Element[]): Map<Element, number>;
  textOf(element: Element): string;
  writeViolations(options: AccessibilityOptions, placeOf: (element: Element) => number | undefined): string;
}
