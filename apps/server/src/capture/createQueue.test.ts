import type { CaptureTarget } from '@svc/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue, type Loaded } from './createQueue.js';

const story = (name: string, globals: string): CaptureTarget => ({
  name,
  url: `https://a.example/iframe.html?id=${name}&viewMode=story&globals=${globals}`,
  framework: 'stories-a',
});
const stories = (count: number, globals: string) =>
  Array.from({ length: count }, (_, index) => story(`${globals}-${index}`, globals));

describe('createQueue', () => {
  it('gives each target once, regardless of who asks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('light', 'dark', 'blue'), { maxLength: 30 }),
        fc.array(fc.nat(3), { minLength: 1 }),
        (globals, pages) => {
          const targets = globals.map((one, index) => story(`file-${index % 4}--${index}`, one));
          const queue = createQueue(targets);
          const shown = new Map<number, Loaded>();
          const given: number[] = [];
          for (let turn = 0; ; turn += 1) {
            const page = pages[turn % pages.length] ?? 0;
            const next = queue.next(shown.get(page) ?? null);
            if (!next) break;
            shown.set(page, next);
            given.push(next.index);
          }
          expect(given.sort((a, b) => a - b)).toEqual(targets.map((_, index) => index));
        },
      ),
    );
  });

  it('keeps a page with what it has loaded, and gives another what none has begun', () => {
    const targets = [...stories(2, 'light'), ...stories(3, 'dark')];
    const queue = createQueue(targets);
    const first = queue.next(null);
    const second = queue.next(null);
    expect([first?.index, second?.index]).toEqual([2, 0]);
    expect(queue.next(first)?.index).toBe(3);
    expect(queue.next(second)?.index).toBe(1);
    expect(queue.next(second)?.index).toBe(4);
    expect(queue.next(first)).toBeNull();
  });

  it('keeps the order of the targets within a build', () => {
    const queue = createQueue(stories(3, 'light'));
    expect([null, null, null].map((page) => queue.next(page)?.index)).toEqual([0, 1, 2]);
  });

  it('keeps a page with a file of stories, and gives another the next file, then helps with the largest', () => {
    const names = ['a--1', 'a--2', 'b--1', 'b--2', 'b--3', 'b--4', 'a--3'];
    const queue = createQueue(names.map((name) => story(name, 'light')));
    const shown: (Loaded | null)[] = [null, null];
    const take = (page: number) => {
      const next = queue.next(shown[page] ?? null);
      shown[page] = next;
      return next && names[next.index];
    };
    expect([take(0), take(1)]).toEqual(['a--1', 'b--1']);
    expect([take(0), take(1)]).toEqual(['a--2', 'b--2']);
    expect([take(0), take(0)]).toEqual(['a--3', 'b--3']);
    expect([take(1), take(1)]).toEqual(['b--4', null]);
  });
});
