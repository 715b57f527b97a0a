import { describe, expect, test } from 'vitest';
import { decodeRecord } from './decodeRecord.js';
import type { LayoutRecord } from './LayoutRecord.js';
import { recordedProperties } from './recordedProperties.js';

const record = (changes: object = {}): LayoutRecord => ({
  version: 1,
  scale: 2,
  origin: [0, 0],
  size: [1280, 720],
  strings: ['html', 'body', 'rgb(0, 0, 0)', '--gap', '4px'],
  styles: [recordedProperties.map(() => 2)],
  customProperties: [[3, 4]],
  fonts: [],
  nodes: [
    [-1, 0, 0, 0, 0, 1280, 720],
    [0, 1, 0, 8, 8, 1264, 20.5, { classes: [1], text: 2, attributes: [[3, 4]], kind: 'image' }],
  ],
  ...changes,
});

test('takes a record as JSON and as text', () => {
  expect(decodeRecord(record())).toEqual(record());
  expect(decodeRecord(JSON.stringify(record({ partial: 'time' })))).toEqual(record({ partial: 'time' }));
  expect(decodeRecord(record({ customPropertyUses: [[0]] })).customPropertyUses).toEqual([[0]]);
});

test('takes a page as deep as a document can be written, and none that is deeper', () => {
  const chain = (count: number) =>
    record({ nodes: Array.from({ length: count }, (_, place) => [place - 1, 0, 0, 0, 0, 1, 1]) });
  expect(decodeRecord(chain(1_001)).nodes).toHaveLength(1_001);
  expect(() => decodeRecord(chain(1_002))).toThrow(
    'nodes[1001] of a layout record is deeper than 1000 nodes',
  );
});

test('knows each property once', () => {
  expect(new Set(recordedProperties).size).toBe(recordedProperties.length);
});

describe('refuses', () => {
  test.each([
    ['what is not JSON', '{', 'is JSON'],
    ['a list', [], 'is an object'],
    ['another version', record({ version: 2 }), 'Version 2'],
    ['an unknown bound', record({ partial: 'all' }), 'partial'],
    ['a scale of nothing', record({ scale: 0 }), 'scale'],
    ['half an origin', record({ origin: [1] }), 'origin'],
    ['a negative size', record({ size: [-1, 2] }), 'size'],
    ['a string that is none', record({ strings: [1] }), 'strings'],
    ['a tuple that is too short', record({ styles: [[1, 2]] }), 'values, not 2'],
    ['a tuple that is too long', record({ styles: [recordedProperties.map(() => 2).concat(2)] }), 'at most'],
    ['a style without its text', record({ styles: [recordedProperties.map(() => 9)] }), 'styles'],
    ['a custom property without a value', record({ customProperties: [[3]] }), 'customProperties'],
    ['uses of no custom property', record({ customPropertyUses: [[], []] }), 'as many customPropertyUses'],
    ['a use that is nowhere', record({ customPropertyUses: [[9]] }), 'customPropertyUses'],
    ['more uses than properties', record({ customPropertyUses: [Array(1_001).fill(1)] }), 'at most 1000'],
    ['a font that is nowhere', record({ fonts: [1.5] }), 'fonts'],
    ['a parent after its child', record({ nodes: [[0, 0, 0, 0, 0, 1, 1]] }), 'parent'],
    ['a style that is nowhere', record({ nodes: [[-1, 0, 1, 0, 0, 1, 1]] }), 'style'],
    ['a place that is not a number', record({ nodes: [[-1, 0, 0, null, 0, 1, 1]] }), 'nodes[0]'],
    ['an unknown detail', record({ nodes: [[-1, 0, 0, 0, 0, 1, 1, { password: 1 }]] }), '"password"'],
    ['an unknown kind', record({ nodes: [[-1, 0, 0, 0, 0, 1, 1, { kind: 'object' }]] }), 'kind'],
    ['a text that is nowhere', record({ nodes: [[-1, 0, 0, 0, 0, 1, 1, { text: 99 }]] }), 'text'],
    ['too many nodes', record({ nodes: Array(20_001).fill([-1, 0, 0, 0, 0, 1, 1]) }), 'at most 20000'],
  ])('%s', (_name, value, message) => {
    expect(() => decodeRecord(value)).toThrow(message);
  });
});
