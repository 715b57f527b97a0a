import { Grommet } from 'grommet';
import { grommet } from 'grommet/themes';

export default {
  decorators: [
    (Story, { args }) => (
      <Grommet theme={grommet} full={args.full}>
        <Story />
      </Grommet>
    ),
  ],
  parameters: { layout: 'fullscreen' },
};
