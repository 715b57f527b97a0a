import { type LayoutRecord, type NodeDetails, recordedProperties } from '../src/index.js';

/** An element of a page that a test makes up. What a style does not say is as its parent has it, or as browsers begin. */
export interface Element {
  tag: string;
  style?: Partial<Record<(typeof recordedProperties)[number], string>>;
  box?: [x: number, y: number, width: number, height: number];
  id?: string;
  classes?: string;
  testId?: string;
  role?: string;
  name?: string;
  text?: string;
  content?: string;
  attributes?: Record<string, string>;
  kind?: NodeDetails['kind'];
  image?: string;
  children?: Element[];
}

export interface Page {
  root: Element;
  customProperties?: Record<string, string | [value: string, declared: string]>;
  /** What is set from each of them; unknown where it is not there. */
  uses?: Record<string, string[]>;
  fonts?: string[];
  scale?: number;
  origin?: [x: number, y: number];
  partial?: LayoutRecord['partial'];
}

const inheritedCount = recordedProperties.indexOf('background-color');
const initial: Partial<Record<string, string>> = {
  color: 'rgb(0, 0, 0)',
  'font-family': 'Arial',
  'font-size': '16px',
  'font-weight': '400',
  'line-height': 'normal',
  'background-color': 'rgba(0, 0, 0, 0)',
  display: 'block',
  position: 'static',
  opacity: '1',
  padding: '0px',
  margin: '0px',
  'border-width': '0px',
  'border-style': 'none',
  'border-color': 'rgb(0, 0, 0)',
  'border-radius': '0px',
  'min-width': '0px',
  gap: 'normal',
  transform: 'none',
  'grid-template-columns': 'none',
};

/** The record that a browser would give of a page. */
export function buildRecord(page: Page): LayoutRecord {
  const strings: string[] = [];
  const places = new Map<string, number>();
  const text = (value: string): number => {
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, strings.length);
    return strings.push(value) - 1;
  };
  const styles: number[][] = [];
  const styleKeys = new Map<string, number>();
  const nodes: LayoutRecord['nodes'] = [];
  const add = (element: Element, parent: number, above: readonly string[]): void => {
    const values = recordedProperties.map(
      (property, place) =>
        element.style?.[property] ??
        (place < inheritedCount ? above[place] : undefined) ??
        initial[property] ??
        'auto',
    );
    const tuple = values.map(text);
    const key = tuple.join();
    if (!styleKeys.has(key)) styleKeys.set(key, styles.push(tuple) - 1);
    const { id, classes, testId, role, name, content, attributes, kind, image } = element;
    const details: NodeDetails = {
      ...(id && { id: text(id) }),
      ...(classes && { classes: classes.split(' ').map(text) }),
      ...(testId && { testId: text(testId) }),
      ...(role && { role: text(role) }),
      ...(name && { name: text(name) }),
      ...(element.text && { text: text(element.text) }),
      ...(content && { content: text(content) }),
      ...(attributes && {
        attributes: Object.entries(attributes).map(([key, value]): [number, number] => [
          text(key),
          text(value),
        ]),
      }),
      ...(kind && { kind }),
      ...(image && { image: text(image) }),
    };
    const place = nodes.length;
    nodes.push([
      parent,
      text(element.tag),
      styleKeys.get(key) ?? 0,
      ...(element.box ?? [0, 0, 10, 10]),
      details,
    ]);
    for (const child of element.children ?? []) add(child, place, values);
  };
  add(page.root, -1, []);
  return {
    version: 1,
    ...(page.partial && { partial: page.partial }),
    scale: page.scale ?? 1,
    origin: page.origin ?? [0, 0],
    size: [1280, 720],
    customProperties: Object.entries(page.customProperties ?? {}).map(([name, value]) =>
      typeof value === 'string' ? [text(name), text(value)] : [text(name), text(value[0]), text(value[1])],
    ),
    ...(page.uses && {
      customPropertyUses: Object.keys(page.customProperties ?? {}).map((name) =>
        (page.uses?.[name] ?? []).map(text),
      ),
    }),
    fonts: (page.fonts ?? []).map(text),
    strings,
    styles,
    nodes,
  };
}
