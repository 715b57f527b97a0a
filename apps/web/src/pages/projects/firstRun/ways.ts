import type { IconName } from '../../../ui/Icon.js';

/** A way to get images here. */
export interface Way {
  key: 'stories' | 'images' | 'addresses';
  icon: IconName;
  title: string;
  what: string;
  /** Commands, in the order in which they are given. */
  commands: string[];
  note: string;
}

/** The ways to a first upload. The others are in `--help`. */
export const ways: readonly Way[] = [
  {
    key: 'stories',
    icon: 'camera',
    title: 'Storybook or Ladle',
    what: 'Every story of a build is found and captured by the service.',
    commands: ['npx storybook build', 'npx svc stories-a ./storybook-static'],
    note: 'A Ladle build works with npx svc stories-b ./build.',
  },
  {
    key: 'images',
    icon: 'oneUp',
    title: 'PNG files',
    what: 'Images that your tests, or anything else, have made.',
    commands: ['npx svc upload ./screenshots'],
    note: 'The names of the files, without .png, are the names of the snapshots.',
  },
  {
    key: 'addresses',
    icon: 'search',
    title: 'Web addresses',
    what: 'Pages that the service can reach are captured by their addresses.',
    commands: [
      `echo '[{"name": "Home", "url": "https://example.com/", "viewport": {"width": 1280, "height": 720}}]' > targets.json`,
      'npx svc capture targets.json',
    ],
    note: 'Addresses of an internal network have to be opened with SVC_ALLOW_HOSTS on the server.',
  },
];

/** @param apiKey the secret; null while there is none */
export const setUpCommand = (apiUrl: string, apiKey: string | null): string =>
  [
    'npm install --save-dev @svc/cli',
    `export SVC_API_URL=${apiUrl}`,
    `export SVC_API_KEY=${apiKey ?? 'svc_…'}`,
  ].join('\n');
