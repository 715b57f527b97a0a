import { Grommet } from 'grommet';
import { grommet } from 'grommet/themes';
import { createElement } from 'react';

export default {
  decorators: [
    (Story, { args }) => createElement(Grommet, { theme: grommet, full: args.full }, createElement(Story)),
  ],
  parameters: { layout: 'fullscreen' },
};
