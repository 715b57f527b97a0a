import { expect, test } from 'vitest';
import { explodeStories } from './explodeStories.js';
import { filterTargets } from './filterTargets.js';

const targets = explodeStories(
  [
    { title: 'Forms/Button', name: 'Primary', parameters: { modes: { dark: {}, light: {} } } },
    { title: 'Forms/Button', name: '.Hidden' },
    { title: 'Forms', name: 'Overview', parameters: { viewports: [320, 640] } },
    { title: 'Layout', name: 'Grid', tags: ['visual'] },
    { title: 'Data / Table', name: 'Wide', tags: ['visual', 'v2'] },
    { title: 'Menü (old)', name: '[beta] C++?', tags: ['!dev'] },
    { title: 'Atoms|Icon', name: '"Small" | 16' },
    { title: 'Icon', name: 'Large' },
    { title: 'C:\\temp\\1', name: 'Two*' },
  ].map((story) => ({
    ...story,
    id: `${story.title}--${story.name}`.toLowerCase().replace(/ ?\/ ?/, '-'),
    url: 'http://s/',
  })),
  'stories-b',
);

test.each([
  ['Forms/Button/Primary', ['Forms/Button/Primary[dark]', 'Forms/Button/Primary[light]']],
  ['Forms/Button/Primary\\[dark\\]', ['Forms/Button/Primary[dark]']],
  ['Forms/*', ['Forms/Overview__320', 'Forms/Overview__640']],
  ['**/*__320', ['Forms/Overview__320']],
  ['**/Button/*', ['Forms/Button/Primary[dark]', 'Forms/Button/Primary[light]', 'Forms/Button/.Hidden']],
  ['{Layout,Forms}/{Grid,Overview}', ['Forms/Overview__320', 'Forms/Overview__640', 'Layout/Grid']],
  ['layout--grid', ['Layout/Grid']],
  ['forms-button--*', ['Forms/Button/Primary[dark]', 'Forms/Button/Primary[light]', 'Forms/Button/.Hidden']],
  ['Menü (old)/*', ['Menü (old)/[beta] C++?']],
  ['Men\u0075\u0308 (old)/*', ['Menü (old)/[beta] C++?']],
  ['Menü (old)/[beta]*', ['Menü (old)/[beta] C++?']],
  ['Menü (old)/[beta] C++?', ['Menü (old)/[beta] C++?']],
  ['Menü (new|old)/*', []],
  ['Menü @(\\(old\\)|new)/*', ['Menü (old)/[beta] C++?']],
  [' Layout / Grid ', ['Layout/Grid']],
  ['tag: visual', ['Layout/Grid', 'Data / Table/Wide']],
  ['tag:!dev', ['Menü (old)/[beta] C++?']],
  [['! Forms/**', '!tag:visual', '!**/*Icon/**', '!C:\\temp*/*'], ['Menü (old)/[beta] C++?']],
  ['Atoms|Icon/*', ['Atoms|Icon/"Small" | 16']],
  ['*|Icon/"Small" | *', ['Atoms|Icon/"Small" | 16']],
  ['*/(*Small*|Large)', ['Atoms|Icon/"Small" | 16', 'Icon/Large']],
  ['Nothing', []],
  ['C:\\temp\\1/*', ['C:\\temp\\1/Two*']],
  ['C:\\\\temp*/Two\\*', ['C:\\temp\\1/Two*']],
  ['Forms/Button/Primary[dark]', ['Forms/Button/Primary[dark]']],
  ['Data/Table/*', ['Data / Table/Wide']],
  ['Data / Table / Wide', ['Data / Table/Wide']],
  ['tag:visual', ['Layout/Grid', 'Data / Table/Wide']],
  ['tag:v*2', ['Data / Table/Wide']],
  [
    ['Forms/Overview', 'tag:v2'],
    ['Forms/Overview__320', 'Forms/Overview__640', 'Data / Table/Wide'],
  ],
  [['tag:visual', '!Layout/**'], ['Data / Table/Wide']],
  [
    ['!Forms/**', '!tag:v2', '!Icon/*', '!Atoms|Icon/*', '!C:\\temp*/*'],
    ['Layout/Grid', 'Menü (old)/[beta] C++?'],
  ],
])('%s', (filters, names) => {
  expect(filterTargets(targets, [filters].flat()).map(({ target }) => target.name)).toEqual(names);
});
