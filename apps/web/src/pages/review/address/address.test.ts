import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../../testing/exampleReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { keysText, readKeys } from './keysText.js';
import { openingOf } from './openingOf.js';
import { readSelection, selectionText } from './selectionText.js';

describe('the URL', () => {
  it('keeps keys with whatever is in them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), (keys) => {
        expect(readKeys(keysText(keys))).toEqual(new Set(keys));
      }),
    );
    expect(keysText(['a,b', '50%', 'c'])).toBe('a%2Cb,50%25,c');
  });

  it('keeps a selection, short, and drops one that was made in other results', () => {
    const list = Array.from({ length: 12 }, (_, index) => exampleResult({ name: `n${index}` }));
    fc.assert(
      fc.property(fc.subarray(list), (chosen) => {
        const keys = new Set(chosen.map(slotKey));
        expect(readSelection(list, selectionText(list, keys))).toEqual(keys);
      }),
    );
    const text = selectionText(list, new Set(['n2', 'n3', 'n4', 'n9']));
    expect(text).toMatch(/^2-4,9~\w+$/);
    expect(readSelection(list.toReversed(), text)).toEqual(new Set());
    expect(readSelection(list, '2-99999999~zz')).toEqual(new Set());
    expect(readSelection(list, 'rubbish')).toEqual(new Set());
  });

  it('names the snapshot that the page opens with, unless only the whole list says which that is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.boolean(), (name, isWide) => {
        const viewport = isWide ? { width: 1280, height: 720 } : null;
        const result = slotKey(exampleResult({ name, viewport }));
        expect(openingOf({ result, sort: 'name' })).toEqual({ name });
      }),
    );
    expect(openingOf({})).toEqual({});
    expect(openingOf({ view: 'onion', overlay: 'on' })).toEqual({});
    for (const field of ['status', 'q', 'component', 'sort', 'list'])
      expect(openingOf({ [field]: 'x' })).toBeNull();
    for (const result of ['', '@', '%', '@1280x720']) expect(openingOf({ result })).toBeNull();
  });
});
