import { type LayoutNode, type LayoutRecord, type NodeDetails, recordLimits } from './LayoutRecord.js';
import { LayoutRecordError } from './LayoutRecordError.js';
import { recordedProperties } from './recordedProperties.js';

/** Each node may bring several texts of its own. */
const maximumStrings = recordLimits.nodes * 10;
/** Texts are cut off at fewer characters; addresses and values of `grid-template-columns` may be longer. */
const maximumCharacters = 20_000;
const maximumLength = 10_000_000;

const partials: readonly unknown[] = ['nodes', 'bytes', 'time'];
const kinds: readonly unknown[] = ['image', 'canvas', 'video', 'frame'];
const textDetails = ['id', 'testId', 'role', 'name', 'text', 'content', 'image'] as const;
const knownDetails: ReadonlySet<string> = new Set([...textDetails, 'classes', 'attributes', 'kind']);

/**
 * Checks what somebody sent: every reference leads to something, every parent comes before its children, and nothing is beyond
 * the limits of a record.
 * @param value the record as text or as JSON
 * @throws LayoutRecordError
 */
export function decodeRecord(value: unknown): LayoutRecord {
  const json = typeof value === 'string' ? parse(value) : value;
  if (!isObject(json)) throw new LayoutRecordError('A layout record is an object');
  if (json.version !== 1)
    throw new LayoutRecordError(`Version ${show(json.version)} of layout records is unknown; 1 is known`);
  const { partial, scale, origin, size, strings, styles, customProperties, fonts, nodes } = json;
  const { customPropertyUses: uses } = json;
  if (partial !== undefined && !partials.includes(partial)) throw wrong('partial', partial);
  if (!isNumber(scale) || scale <= 0) throw wrong('scale', scale);
  if (!isPair(origin)) throw wrong('origin', origin);
  if (!isPair(size) || size.some((length) => length < 0)) throw wrong('size', size);
  for (const text of list(strings, 'strings', maximumStrings)) {
    if (typeof text !== 'string' || text.length > maximumCharacters) throw wrong('strings', text);
  }
  const texts = (strings as string[]).length;
  for (const tuple of list(styles, 'styles', recordLimits.nodes)) {
    if (list(tuple, 'styles', recordedProperties.length).length !== recordedProperties.length)
      throw new LayoutRecordError(
        `A tuple of styles has ${recordedProperties.length} values, not ${(tuple as []).length}`,
      );
    checkPlaces(tuple, 'styles', texts);
  }
  checkTuples(customProperties, { path: 'customProperties', texts, lengths: [2, 3] });
  if (uses !== undefined) {
    if (list(uses, 'customPropertyUses', maximumStrings).length !== (customProperties as []).length)
      throw new LayoutRecordError('A layout record has as many customPropertyUses as customProperties');
    for (const names of uses as unknown[]) {
      list(names, 'customPropertyUses', recordLimits.uses);
      checkPlaces(names, 'customPropertyUses', texts);
    }
  }
  checkPlaces(fonts, 'fonts', texts);
  const styleCount = (styles as unknown[]).length;
  const depths: number[] = [];
  list(nodes, 'nodes', recordLimits.nodes).forEach((node, place) => {
    checkNode(node, place, { texts, styles: styleCount });
    const depth = 1 + (depths[(node as LayoutNode)[0]] ?? -1);
    if (depth > recordLimits.depth)
      throw new LayoutRecordError(
        `nodes[${place}] of a layout record is deeper than ${recordLimits.depth} nodes`,
      );
    depths.push(depth);
  });
  return json as unknown as LayoutRecord;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LayoutRecordError('A layout record is JSON');
  }
}

function checkNode(node: unknown, place: number, counts: { texts: number; styles: number }): void {
  const path = `nodes[${place}]`;
  if (!Array.isArray(node) || node.length < 7 || node.length > 8) throw wrong(path, node);
  const [parent, tag, style, x, y, width, height, details] = node as LayoutNode;
  if (!Number.isInteger(parent) || parent < -1 || parent >= place) throw wrong(`${path}.parent`, parent);
  if (!isPlace(tag, counts.texts)) throw wrong(`${path}.tag`, tag);
  if (!isPlace(style, counts.styles)) throw wrong(`${path}.style`, style);
  if (![x, y, width, height].every(isNumber) || width < 0 || height < 0) throw wrong(path, node);
  if (details !== undefined) checkDetails(details, path, counts.texts);
}

function checkDetails(details: unknown, path: string, texts: number): void {
  if (!isObject(details)) throw wrong(path, details);
  const unknown = Object.keys(details).find((key) => !knownDetails.has(key));
  if (unknown !== undefined)
    throw new LayoutRecordError(`${path} of a layout record has an unknown "${unknown}"`);
  const { classes, attributes, kind } = details as NodeDetails;
  for (const key of textDetails) {
    if (details[key] !== undefined && !isPlace(details[key], texts))
      throw wrong(`${path}.${key}`, details[key]);
  }
  if (classes !== undefined) checkPlaces(classes, `${path}.classes`, texts);
  if (attributes !== undefined) checkTuples(attributes, { path: `${path}.attributes`, texts, lengths: [2] });
  if (kind !== undefined && !kinds.includes(kind)) throw wrong(`${path}.kind`, kind);
}

function checkPlaces(value: unknown, path: string, texts: number): void {
  for (const place of list(value, path, maximumStrings)) {
    if (!isPlace(place, texts)) throw wrong(path, place);
  }
}

function checkTuples(
  value: unknown,
  { path, texts, lengths }: { path: string; texts: number; lengths: readonly number[] },
): void {
  for (const tuple of list(value, path, maximumStrings)) {
    if (
      !Array.isArray(tuple) ||
      !lengths.includes(tuple.length) ||
      !tuple.every((place) => isPlace(place, texts))
    )
      throw wrong(path, tuple);
  }
}

function list(value: unknown, path: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw wrong(path, value);
  if (value.length > most)
    throw new LayoutRecordError(`A layout record holds at most ${most} ${path}, not ${value.length}`);
  return value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= maximumLength;
const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isPlace = (value: unknown, length: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;

const wrong = (path: string, value: unknown): LayoutRecordError =>
  new LayoutRecordError(`${path} of a layout record cannot be ${show(value)}`);
const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80);
