import type { Rectangle } from '../PageSteps.js';

// Signatures alone, as in PageSteps: the functions of this folder are sent into the page as text, and reach each other by these.

export interface LayoutOptions {
  properties: readonly string[];
  /** Device pixels of the image for each CSS pixel. */
  scale: number;
  /** What the image shows, in CSS pixels from the top left of the document. */
  clip: Rectangle;
  limits: {
    nodes: number;
    milliseconds: number;
    /** Of the record, as text. */
    characters: number;
    /** Characters of one text. */
    text: number;
  };
  steps: LayoutSteps;
}

/** Gives a layout record as JSON of what an image shows. */
export type LayoutRecorder = (shown: Pick<LayoutOptions, 'scale' | 'clip'>) => string;

/** Where a document is in the outermost page: a point of its viewport is there at `x + left * scaleX`. */
export interface Placement {
  left: number;
  top: number;
  scaleX: number;
  scaleY: number;
}

/** An element, or one of its pseudo-elements, that is to be recorded. */
export interface Spot {
  element: Element;
  pseudo: '' | '::before' | '::after';
  /** The place of the node around it, or -1. */
  parent: number;
  placement: Placement;
  /** What it says is left out. */
  isPrivate: boolean;
  /** It is laid out by a flex or grid container. */
  isItem: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Texts that the nodes of a record share, and the JSON that the record is made of. */
export interface TextTable {
  each(visit: (text: string) => void): void;
  /** The place of a text. */
  place(text: string): number;
  /** White space collapsed, and cut off. */
  shorten(text: string): string;
  /** Without what differs between two servers of the same page: addresses on its own origin, and data in addresses. */
  withoutOrigin(text: string): string;
  quote(text: string): string;
  hashOf(text: string): string;
  /** Characters of all texts. */
  size(): number;
  json(): string;
}

export type StyleReader = (style: CSSStyleDeclaration, spot: Spot) => string[];

/** What colors and the widths of letters are asked of. */
export type Brush = () => Pick<CanvasRenderingContext2D, 'fillStyle' | 'font' | 'measureText'> | null;

/**
 * The properties that declarations set from each custom property, and from the color of their element; by the empty text those
 * that are set from custom properties of which no declaration tells the names.
 */
export type Uses = Map<string, Set<string>>;

/** What the rules of a style sheet declare, as long as it has as many of them and the same first and last one. */
export interface Declared {
  count: number;
  first: CSSRule | undefined;
  last: CSSRule | undefined;
  /** Whether its rules apply to root and body by their attributes and by media alone. */
  isSteady: boolean;
  /** Custom properties of rules that are about the root, the body or `:host`. */
  ofRoot: readonly string[];
  /** Custom properties of the other rules. */
  ofOthers: readonly string[];
  uses: Uses;
}

/** The custom properties of a page, or of the host of a theme. */
export interface Tokens {
  /** Those of the page, where they are of a host. */
  around: Tokens | null;
  /** What their values depend on beside style sheets. */
  state: string;
  /** By the style sheets of the document; null for one that tells nothing. */
  declared: readonly (Declared | null)[];
  /** By name. */
  values: ReadonlyMap<string, string>;
  /** Names by what the values are in a record. */
  byText: ReadonlyMap<string, readonly string[]>;
}

/** What the records of one document share, because finding it out takes longer than the rest of a record. */
export interface LayoutMemory {
  brush: Brush;
  sheets: WeakMap<CSSStyleSheet, Declared>;
  /** As they were last read; null where they depend on more than is known. */
  tokens: Tokens | null;
  themes: Tokens[];
  /** As computed values have them, by what style sheets say. */
  colors: Map<string, string>;
  /** Of some letters, by font. */
  widths: Map<string, number>;
}

export interface Host {
  host: Element;
  root: ShadowRoot;
}

export interface NodeWriter {
  /** The place of the node; null where it has no box. */
  add(spot: Spot, style: CSSStyleDeclaration): number | null;
  count(): number;
  /** Characters that are written. */
  size(): number;
  /** The values of `font-family` that texts have, each with a document that knows its fonts. */
  stacks: ReadonlyMap<string, Document>;
  styles(): string;
  nodes(): string;
}

/** The functions of this folder that others of it call: each is in the file of its name. */
export interface LayoutSteps {
  attributesOf(steps: LayoutSteps, element: Element, texts: TextTable): string;
  boxOf(spot: Spot, display: string): Box | null;
  childrenOf(element: Element, root: ShadowRoot | null): ArrayLike<Element>;
  colorOf(value: string, brush: Brush): string;
  createBrush(): Brush;
  createMemory(steps: LayoutSteps): LayoutMemory;
  createNodeWriter(options: LayoutOptions, texts: TextTable): NodeWriter;
  createStyleReader(names: readonly string[]): StyleReader;
  createTextTable(limit: number): TextTable;
  declaredIn(steps: LayoutSteps, sheet: CSSStyleSheet, memory: LayoutMemory): Declared | null;
  describeNode(steps: LayoutSteps, spot: Spot, texts: TextTable): string;
  eachDeclaration(block: string, visit: (name: string, value: string) => void): void;
  eachInUse(byText: Tokens['byText'], texts: TextTable, visit: (name: string) => void): void;
  imageOf(element: Element, texts: TextTable): string;
  indexTokens(
    steps: LayoutSteps,
    values: ReadonlyMap<string, string>,
    memory: LayoutMemory,
  ): Tokens['byText'];
  kindOf(element: Element): '' | 'image' | 'canvas' | 'video' | 'frame';
  listFonts(
    steps: LayoutSteps,
    texts: TextTable,
    stacks: ReadonlyMap<string, Document>,
    memory: LayoutMemory,
  ): string;
  listTokens(
    steps: LayoutSteps,
    styleOf: typeof getComputedStyle,
    hosts: readonly Host[],
    texts: TextTable,
    memory: LayoutMemory,
  ): { names: string[]; json: string };
  listUses(
    steps: LayoutSteps,
    tokens: readonly string[],
    within: { roots: readonly (Document | ShadowRoot)[]; inline: Uses },
    texts: TextTable,
    memory: LayoutMemory,
  ): string;
  nameOf(element: Element): string;
  noteInlineUses(steps: LayoutSteps, element: Element, uses: Uses): void;
  noteUses(steps: LayoutSteps, block: string, uses: Uses): string[];
  pageState(sheets: readonly CSSStyleSheet[]): string;
  placementIn(element: Element, outer: Placement): Placement;
  readHostTokens(
    steps: LayoutSteps,
    styleOf: typeof getComputedStyle,
    host: Host,
    page: Tokens,
    memory: LayoutMemory,
  ): Tokens | null;
  readTokens(steps: LayoutSteps, styleOf: typeof getComputedStyle, memory: LayoutMemory): Tokens;
  recordLayout(options: LayoutOptions, memory: LayoutMemory): string;
  spotsIn(
    steps: LayoutSteps,
    spot: Spot,
    recorded: { place: number; display: string; root: ShadowRoot | null },
  ): Spot[];
  sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[];
  sorted(texts: ReadonlySet<string>): string[];
  textOf(element: Element): string;
}
