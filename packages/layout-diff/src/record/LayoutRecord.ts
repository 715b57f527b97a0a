/**
 * What a page looked like to the browser when its picture was taken: its laid-out nodes with their boxes and computed values.
 * Deterministic: two captures of the same page give equal records. All texts are in one table and referred to by their place.
 */
export interface LayoutRecord {
  version: 1;
  /** Which bound of {@link recordLimits} cut it off; absent from a complete record. */
  partial?: 'nodes' | 'bytes' | 'time';
  /** Device pixels of the image for each CSS pixel. */
  scale: number;
  /** Where the top left corner of the image is in the page, in CSS pixels; not 0, 0 for the picture of an element. */
  origin: [x: number, y: number];
  /** Of the image, in CSS pixels. */
  size: [width: number, height: number];
  /** Every other text of the record is a place in it. */
  strings: string[];
  /**
   * The distinct tuples of computed values, each in the order of {@link recordedProperties}. The empty text stands for a value
   * without effect on the node, such as the color of a border that has no width or `flex-direction` of a block: it is not read,
   * which saves half of the time, and a change from or to it is the effect of another property, such as `display`.
   */
  styles: number[][];
  /**
   * Declared on `:root`, `:host` or `html` by style sheets of the page's origin; computed on the root. Sorted by name. `declared`
   * is what the style sheet says, where that refers to other custom properties (`var(--blue)`): it tells which one changed
   * because another did.
   */
  customProperties: [name: number, value: number, declared?: number][];
  /**
   * Of each custom property, in their order: the names of the properties, shorthands among them, that style sheets, `style`
   * attributes and attributes of SVG elements set from it, directly or through other custom properties; sorted, at most
   * {@link recordLimits}.uses. Absent where that is unknown: with style sheets of other origins, and in a record that was cut off.
   */
  customPropertyUses?: number[][];
  /** Font families that text was really drawn with, sorted by name; empty where that is unknown. */
  fonts: number[];
  /** In document order, a parent before its children. */
  nodes: LayoutNode[];
}

/**
 * An element with a box, or one of its pseudo-elements, which has the tag `::before`, `::after` or `::marker` and may have a
 * box of zeros where the writer cannot know it. `parent` is the place of a node before it, or -1. What a shadow root or a frame
 * of the same origin holds is below its host. The box is in CSS pixels from the top left corner of the page, scrolled or not,
 * rounded to hundredths; within a frame, too, it is of the outermost page.
 */
export type LayoutNode = [
  parent: number,
  tag: number,
  style: number,
  x: number,
  y: number,
  width: number,
  height: number,
  details?: NodeDetails,
];

/** Only what is there. */
export interface NodeDetails {
  id?: number;
  /** In the order of the `class` attribute. */
  classes?: number[];
  /** `data-testid`, or else `data-test-id`, `data-test` or `data-cy`. */
  testId?: number;
  /** The `role` attribute. */
  role?: number;
  /** The accessible name, where it is cheap to know: of `aria-label`, `alt`, `title`, or a label. */
  name?: number;
  /** The element's own text: of its text nodes, white space collapsed, at most {@link recordLimits}.text characters. */
  text?: number;
  /** The computed `content` of a pseudo-element. */
  content?: number;
  /** `src`, `srcset`, `href`, `alt`, `aria-*`, `type`, `placeholder`, `value`, `checked`, `disabled`, `open`; sorted by name. */
  attributes?: [name: number, value: number][];
  /** What draws its own pixels. `image` is also an inline `svg` root. */
  kind?: 'image' | 'canvas' | 'video' | 'frame';
  /**
   * What identifies the picture that an image shows: a hash where that is cheap, else its address without a fragment. Addresses,
   * here and in attributes, are relative where they are of the page's origin, which is another one in each capture.
   */
  image?: number;
}

/** Where a writer cuts a record off. */
export const recordLimits = {
  nodes: 20_000,
  /** Nodes around a node; parsers of HTML stop at 512. A record with more is invalid. */
  depth: 1_000,
  deflatedBytes: 200_000,
  milliseconds: 100,
  /** Characters of one text. */
  text: 500,
  /** Properties that one custom property sets; CSS has fewer. */
  uses: 1_000,
} as const;
