/** As much of Storybook's preview as captures need, so that the book is plain files. */
import { stories } from './stories.js';

const listeners = new Map();
const preview = {
  storyStoreValue: {},
  currentRender: {},
  ready: async () => {},
  extract: async () => Object.fromEntries(stories.map((story) => [story.id, { ...story, parameters: {} }])),
};
const prepared = new Map(
  stories.map(({ id, render }) => [id, { unboundStoryFn: (context) => render(...context) }]),
);

let ending = new AbortController();

function say(event, detail) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

function enter(newPhase) {
  preview.currentRender.phase = newPhase;
  say('storyRenderPhaseChanged', { newPhase, storyId: preview.currentRender.id });
}

function show({ storyId }) {
  const story = prepared.get(storyId);
  if (!story) return say('storyMissing', storyId);
  ending.abort();
  ending = new AbortController();
  preview.currentRender = { id: storyId, phase: 'loading', story };
  say('storyPrepared', { id: storyId });
  const root = document.querySelector('#storybook-root');
  root.replaceChildren();
  try {
    enter('rendering');
    story.unboundStoryFn([root, ending.signal]);
    enter('completed');
  } catch (error) {
    say('storyThrewException', error);
  }
}

window.__STORYBOOK_PREVIEW__ = preview;
window.__STORYBOOK_ADDONS_CHANNEL__ = {
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  emit: (event, detail) => {
    if (event === 'setCurrentStory' || event === 'forceRemount') show(detail);
  },
};
const first = new URLSearchParams(location.search).get('id');
if (first) show({ storyId: first });
