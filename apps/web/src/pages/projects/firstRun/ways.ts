import type { IconName } from '../../../ui/Icon.js';

/** Version of the command line that the service of this build hands out; `vite.config.ts` sets it. */
declare const __CLI_VERSION__: string;

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
    commands: ['npx storybook build', 'npx --no svc stories-a ./storybook-static'],
    note: 'A Ladle build works with npx --no svc stories-b ./build.',
  },
  {
    key: 'images',
    icon: 'oneUp',
    title: 'PNG files',
    what: 'Images from your tests, or from any other program.',
    commands: ['npx --no svc upload ./screenshots'],
    note: 'Snapshots are named after the files, without .png.',
  },
  {
    key: 'addresses',
    icon: 'search',
    title: 'Web addresses',
    what: 'Pages that the service can reach are captured by their addresses.',
    commands: [
      `echo '[{"name": "Home", "url": "https://example.com/", "viewport": {"width": 1280, "height": 720}}]' > targets.json`,
      'npx --no svc capture targets.json',
    ],
    note: 'Allow addresses of an internal network with SVC_ALLOW_HOSTS on the server.',
  },
];

/** @param apiKey the secret; null while there is none */
export const setUpCommand = (apiUrl: string, apiKey: string | null): string =>
  [
    `npm install --save-dev ${apiUrl}/install/cli-${__CLI_VERSION__}.tgz`,
    `export SVC_API_URL=${apiUrl}`,
    `export SVC_API_KEY=${apiKey ?? 'svc_…'}`,
  ].join('\n');
