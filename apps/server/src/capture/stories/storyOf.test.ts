import { describe, expect, it } from 'vitest';
import { storyOf } from './storyOf.js';

const origin = 'http://sit_1.sites.localhost:4300';
const storybook = (query: string) =>
  storyOf({ name: 'x', url: `${origin}/iframe.html?${query}`, framework: 'stories-a' });
const ladle = (query: string) =>
  storyOf({ name: 'x', url: `${origin}/?${query}`, metadata: { framework: 'stories-b' } });

describe('storyOf', () => {
  it('finds the story in the address', () => {
    expect(storybook('id=a--b&viewMode=story')).toMatchObject({ tool: 'storybook', id: 'a--b' });
    expect(ladle('story=a--b&mode=preview')).toMatchObject({ tool: 'ladle', id: 'a--b' });
  });

  it('gives stories of one build one app, whatever the order of the parameters', () => {
    expect(storybook('id=a--b&viewMode=story')?.app).toBe(storybook('id=c--d')?.app);
    expect(storybook('globals=theme:dark&id=a--b')?.app).toBe(storybook('id=c--d&globals=theme:dark')?.app);
    expect(ladle('story=a--b&mode=preview')?.app).toBe(ladle('mode=preview&story=c--d')?.app);
  });

  it('keeps other globals and other builds apart', () => {
    expect(storybook('id=a--b&globals=theme:dark')?.app).not.toBe(storybook('id=a--b')?.app);
    expect(ladle('story=a--b')?.app).not.toBe(storybook('id=a--b')?.app);
  });

  it('takes anything else for a page', () => {
    expect(storyOf({ name: 'x', url: `${origin}/iframe.html?id=a--b` })).toBeNull();
    expect(storybook('viewMode=story')).toBeNull();
    expect(storybook('id=a--docs&viewMode=docs')).toBeNull();
  });
});
