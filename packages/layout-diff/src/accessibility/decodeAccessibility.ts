import { LayoutRecordError } from '../record/LayoutRecordError.js';
import {
  type AccessibilityNode,
  type AccessibilityRecord,
  type AccessibilityViolation,
  accessibilityLimits,
} from './AccessibilityRecord.js';

const { nodes: mostNodes, violations: mostViolations } = accessibilityLimits;
/** Help texts and ids are not shortened by the writer. */
const mostCharacters = 2_000;
const mostInList = 200;
const impacts: readonly unknown[] = ['minor', 'moderate', 'serious', 'critical'];
const optionalTexts = ['id', 'testId', 'text'] as const;

/**
 * Checks what a page gave: every reference leads to a node before it, and nothing is beyond the limits of a record.
 * @returns a copy in one order of keys, without anything that a record does not have
 * @throws LayoutRecordError
 */
export function decodeAccessibility(json: string): AccessibilityRecord {
  const value = parse(json);
  if (!isObject(value)) throw new LayoutRecordError('An accessibility record is an object');
  const { version, partial, scale, origin, marks, nodes, violations } = value;
  if (version !== 1) throw wrong('version', version);
  if (partial !== undefined && partial !== 'nodes' && partial !== 'time') throw wrong('partial', partial);
  if (!isNumber(scale) || scale <= 0) throw wrong('scale', scale);
  if (!isNumbers(origin, 2)) throw wrong('origin', origin);
  const read = list(nodes, 'nodes', mostNodes).map(readNode);
  return {
    version,
    ...(partial !== undefined && { partial }),
    scale,
    origin: origin as [number, number],
    marks: readText(marks, 'marks'),
    nodes: read,
    violations:
      violations === null
        ? null
        : list(violations, 'violations', mostViolations).map((one) => readViolation(one, read.length)),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new LayoutRecordError('An accessibility record is JSON');
  }
}

function readNode(node: unknown, place: number): AccessibilityNode {
  const path = `nodes[${place}]`;
  if (!isObject(node)) throw wrong(path, node);
  const { parent, box, classes, states, order } = node;
  if (!Number.isInteger(parent) || (parent as number) < -1 || (parent as number) >= place)
    throw wrong(`${path}.parent`, parent);
  if (!isNumbers(box, 4)) throw wrong(`${path}.box`, box);
  if (order !== undefined && (!Number.isInteger(order) || (order as number) < 1))
    throw wrong(`${path}.order`, order);
  const texts = optionalTexts.flatMap((key) =>
    node[key] === undefined ? [] : [[key, readText(node[key], `${path}.${key}`)] as const],
  );
  return {
    parent: parent as number,
    tag: readText(node.tag, `${path}.tag`),
    role: readText(node.role, `${path}.role`),
    name: readText(node.name, `${path}.name`),
    box: box as AccessibilityNode['box'],
    ...Object.fromEntries(texts),
    ...(classes !== undefined && {
      classes: list(classes, `${path}.classes`, mostInList).map((one) => readText(one, `${path}.classes`)),
    }),
    ...(states !== undefined && { states: list(states, `${path}.states`, mostInList).map(readState) }),
    ...(order !== undefined && { order: order as number }),
  };
}

function readState(state: unknown): [string, string] {
  if (!Array.isArray(state) || state.length !== 2) throw wrong('states', state);
  return [readText(state[0], 'states'), readText(state[1], 'states')];
}

function readViolation(violation: unknown, nodes: number): AccessibilityViolation {
  if (!isObject(violation)) throw wrong('violations', violation);
  const { impact, node, contrast } = violation;
  if (!impacts.includes(impact)) throw wrong('impact', impact);
  if (!Number.isInteger(node) || (node as number) < 0 || (node as number) >= nodes) throw wrong('node', node);
  const read = {
    rule: readText(violation.rule, 'rule'),
    impact: impact as AccessibilityViolation['impact'],
    help: readText(violation.help, 'help'),
    node: node as number,
  };
  if (contrast === undefined) return read;
  if (!isObject(contrast) || !isNumber(contrast.ratio) || !isNumber(contrast.needed))
    throw wrong('contrast', contrast);
  return { ...read, contrast: { ratio: contrast.ratio, needed: contrast.needed } };
}

function list(value: unknown, path: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw wrong(path, value);
  return value;
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string' || value.length > mostCharacters) throw wrong(path, value);
  return value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isNumbers = (value: unknown, length: number): boolean =>
  Array.isArray(value) && value.length === length && value.every(isNumber);

const wrong = (path: string, value: unknown): LayoutRecordError =>
  new LayoutRecordError(
    `${path} of an accessibility record cannot be ${(JSON.stringify(value) ?? 'undefined').slice(0, 80)}`,
  );
