import { describe, expect, it } from 'vitest';
import { ladleStories } from './ladleStories.js';

const baseUrl = 'http://sit_1.sites.localhost:4300/';

describe('ladleStories', () => {
  it('reads stories with their parameters, in order', () => {
    const metaJson = JSON.stringify({
      stories: {
        'b--two': { name: 'Two', levels: ['B', 'Deep'], meta: { svc: { delay: 5, disable: 'no' } } },
        'a--one': { name: 'One', levels: ['A'], meta: {} },
      },
    });
    expect(ladleStories(metaJson, baseUrl)).toEqual([
      {
        id: 'b--two',
        name: 'Two',
        title: 'B/Deep',
        url: `${baseUrl}?story=b--two&mode=preview`,
        parameters: {
          delay: 5,
          problem: 'parameters.svc.disable: "no" is not true or false',
        },
      },
      { id: 'a--one', name: 'One', title: 'A', url: `${baseUrl}?story=a--one&mode=preview` },
    ]);
  });

  it('keeps a story whose texts no database can store', () => {
    const odd = 'odd \0 \ud83d';
    const metaJson = JSON.stringify({ stories: { [odd]: { name: odd, levels: [odd] } } });
    expect(ladleStories(metaJson, baseUrl)).toEqual([
      {
        id: 'odd \uFFFD \uFFFD',
        name: 'odd \uFFFD \uFFFD',
        title: 'odd \uFFFD \uFFFD',
        url: `${baseUrl}?story=odd%20%EF%BF%BD%20%EF%BF%BD&mode=preview`,
      },
    ]);
  });

  it.each(['', '{}', '[]', '{"stories":{"a":1}}'])('refuses %j', (metaJson) => {
    expect(() => ladleStories(metaJson, baseUrl)).toThrow();
  });
});
