import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AccessibilityNode, AccessibilityRecord } from './AccessibilityRecord.js';
import { decodeAccessibility } from './decodeAccessibility.js';
import { diffAccessibility } from './diffAccessibility.js';

const record = (
  nodes: readonly Partial<AccessibilityNode>[],
  violations: AccessibilityRecord['violations'] = [],
): AccessibilityRecord => ({
  version: 1,
  scale: 1,
  origin: [0, 0],
  marks: '',
  nodes: [{}, ...nodes].map((node, place) => ({
    parent: place === 0 ? -1 : 0,
    tag: place === 0 ? 'html' : 'div',
    role: '',
    name: '',
    box: [0, place * 10, 10, 10],
    ...node,
  })),
  violations,
});

const named = fc.record({
  tag: fc.constantFrom('button', 'a', 'input', 'div'),
  role: fc.constantFrom('button', 'link', 'textbox'),
  classes: fc.constantFrom<string[]>(['card'], ['row'], ['Button_root__x3f9A']),
  isFocusable: fc.boolean(),
  states: fc.constantFrom<[string, string][]>([], [['expanded', 'true']], [['level', '2']]),
});
/** Pages of elements with names of their own, so that which one is which is never in doubt. */
const page = fc.array(named, { minLength: 1, maxLength: 12 }).map((elements) =>
  record(
    elements.map(({ isFocusable, ...element }, place) => ({
      ...element,
      name: `name ${place}`,
      text: `text ${place}`,
      testId: `test-${place}`,
      parent: place % 3 === 0 ? 0 : place,
      ...(isFocusable && { order: place + 1 }),
    })),
    elements.length > 3 ? [{ rule: 'label', impact: 'serious', help: 'Label it', node: 2 }] : [],
  ),
);
const pageAndPlace = page.chain((given) =>
  fc.tuple(fc.constant(given), fc.integer({ min: 1, max: given.nodes.length - 1 })),
);

const changed = (
  given: AccessibilityRecord,
  place: number,
  change: Partial<AccessibilityNode>,
): AccessibilityRecord => {
  const copy = structuredClone(given);
  const node = copy.nodes[place];
  if (!node) throw new Error('there is no such node');
  copy.nodes[place] = { ...node, ...change };
  return copy;
};
const kindsOf = (before: AccessibilityRecord, after: AccessibilityRecord) =>
  diffAccessibility(before, after).findings.map(({ kind, property, from, to }) => [kind, property, from, to]);

test('a record has no findings beside itself', () => {
  fc.assert(
    fc.property(page, (given) => {
      expect(diffAccessibility(given, structuredClone(given))).toEqual({ findings: [], isPartial: false });
    }),
  );
});

test('one mutation is exactly one finding, of that kind', () => {
  fc.assert(
    fc.property(pageAndPlace, ([given, place]) => {
      const node = given.nodes[place];
      const check = (after: AccessibilityRecord, ...expected: unknown[]) =>
        expect(kindsOf(given, after)).toEqual([expected]);
      check(changed(given, place, { name: '' }), 'nameLost', null, node?.name, null);
      check(changed(given, place, { name: 'other' }), 'nameChanged', null, node?.name, 'other');
      check(changed(given, place, { role: 'menu' }), 'roleChanged', null, node?.role, 'menu');
      check(changed(given, place, { role: '', states: [] }), 'roleChanged', null, node?.role, null);
      const states: [string, string][] = [...(node?.states ?? []), ['pressed', 'true']];
      check(changed(given, place, { states }), 'stateChanged', 'pressed', null, 'true');
      const { order, ...rest } = node ?? {};
      const unfocusable = structuredClone(given);
      unfocusable.nodes[place] = rest as AccessibilityNode;
      if (order !== undefined) check(unfocusable, 'focusLost', null, null, null);
      else check(changed(given, place, { order: 99 }), 'focusGained', null, null, null);
      const help = 'Buttons must have text';
      const violations = [
        ...(given.violations ?? []),
        { rule: 'button-name', impact: 'critical', help, node: place } as const,
      ];
      check({ ...given, violations }, 'violation', 'button-name', null, null);
      const dim = { rule: 'color-contrast', impact: 'serious', help, node: place } as const;
      const contrast = { ratio: 3.217, needed: 4.5 };
      check(
        { ...given, violations: [...(given.violations ?? []), { ...dim, contrast }] },
        'contrast',
        'color-contrast',
        '4.5:1',
        '3.21:1',
      );
    }),
  );
});

test('elements that come and go are not findings, wherever they are', () => {
  fc.assert(
    fc.property(pageAndPlace, ([given, place]) => {
      const added = structuredClone(given);
      added.nodes.push({
        parent: 0,
        tag: 'button',
        role: 'button',
        name: 'brand new',
        box: [0, 0, 1, 1],
        order: 999,
      });
      expect(kindsOf(given, added)).toEqual([]);
      expect(kindsOf(added, given)).toEqual([]);
      const after = structuredClone(given);
      after.nodes.splice(place, 0, {
        parent: 0,
        tag: 'nav',
        role: 'navigation',
        name: 'shift',
        box: [0, 0, 1, 1],
      });
      for (const node of after.nodes) if (node.parent >= place) node.parent += 1;
      for (const violation of after.violations ?? []) if (violation.node >= place) violation.node += 1;
      expect(kindsOf(given, after)).toEqual([]);
    }),
  );
});

test('the same two records always have the same findings, with signatures of their own', () => {
  fc.assert(
    fc.property(page, page, (one, other) => {
      const { findings } = diffAccessibility(one, other);
      expect(diffAccessibility(structuredClone(one), structuredClone(other)).findings).toEqual(findings);
      expect(new Set(findings.map(({ signature }) => signature)).size).toBe(findings.length);
    }),
  );
});

test('a record is the same after it was sent', () => {
  fc.assert(
    fc.property(page, (given) => {
      expect(decodeAccessibility(JSON.stringify(given))).toEqual(given);
    }),
  );
});

describe('a finding', () => {
  const button = {
    tag: 'button',
    role: 'button',
    name: 'Save',
    text: 'Save',
    classes: ['Button_root__x3f9A'],
    order: 1,
  };

  it('tells that a button became a div', () => {
    const div = { ...button, tag: 'div', role: '', name: '' };
    const { order, ...unfocusable } = div;
    const texts = diffAccessibility(record([button]), record([unfocusable])).findings.map(({ text }) => text);
    expect(texts).toEqual([
      '`div.Button_root "Save"`: role `button` → none',
      '`div.Button_root "Save"` can no longer be reached with the Tab key',
    ]);
  });

  it('names what moved in the tab order, and not what it passed', () => {
    const fields = (orders: number[]) =>
      record(
        orders.map((order, place) => ({
          tag: 'input',
          role: 'textbox',
          name: `Field ${place}`,
          id: `f-${'abcd'[place]}`,
          order,
        })),
      );
    expect(kindsOf(fields([1, 2, 3, 4]), fields([4, 1, 2, 3]))).toEqual([['focusOrder', null, '1', '4']]);
  });

  it('is not a violation that was there before, also where its element moved', () => {
    const broken = { rule: 'button-name', impact: 'critical', help: 'x' } as const;
    const before = record([button, { tag: 'p', text: 'p' }], [{ ...broken, node: 1 }]);
    const after = record([{ tag: 'p', text: 'p' }, button], [{ ...broken, node: 2 }]);
    expect(kindsOf(before, after)).toEqual([]);
  });

  it('is of an element, not of the rule alone', () => {
    const broken = { rule: 'button-name', impact: 'critical', help: 'Buttons must have text' } as const;
    const others = [button, { ...button, name: 'Open', text: 'Open', order: 2 }];
    const after = record(others, [
      { ...broken, node: 1 },
      { ...broken, node: 2 },
    ]);
    const { findings } = diffAccessibility(record(others, [{ ...broken, node: 1 }]), after);
    expect(findings.map(({ text }) => text)).toEqual([
      '`button.Button_root "Open"`: Buttons must have text (`button-name`)',
    ]);
  });

  it('is not a violation where the rules were checked on one side only', () => {
    const broken = { rule: 'button-name', impact: 'critical', help: 'x', node: 1 } as const;
    const found = diffAccessibility(record([button], null), record([button], [broken]));
    expect(found).toEqual({ findings: [], isPartial: true });
  });
});

describe('what is not a record', () => {
  const given = record([{ tag: 'b' }], [{ rule: 'label', impact: 'minor', help: 'x', node: 1 }]);
  const refused: [string, object][] = [
    ['another version', { version: 2 }],
    ['a parent after its child', { nodes: [{ ...given.nodes[0], parent: 1 }, given.nodes[1]] }],
    ['a violation of no node', { violations: [{ ...given.violations?.[0], node: 2 }] }],
    ['an unknown impact', { violations: [{ ...given.violations?.[0], impact: 'huge' }] }],
    ['too many nodes', { nodes: Array.from({ length: 5_001 }, () => given.nodes[0]) }],
    ['a long text', { nodes: [{ ...given.nodes[0], name: 'x'.repeat(3_000) }] }],
    ['an order of zero', { nodes: [{ ...given.nodes[0], order: 0 }] }],
  ];
  it.each(refused)('is refused: %s', (_, change) => {
    expect(() => decodeAccessibility(JSON.stringify({ ...given, ...change }))).toThrow(
      'accessibility record',
    );
  });

  it('loses what a record does not have', () => {
    const more = { ...given, extra: 1, nodes: [{ ...given.nodes[0], extra: 1 }, given.nodes[1]] };
    expect(decodeAccessibility(JSON.stringify(more))).toEqual(given);
  });
});
