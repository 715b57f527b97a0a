import { Grommet } from 'grommet';
import { grommet } from 'grommet/themes';

export const Provider = ({ children }) => <Grommet theme={grommet}>{children}</Grommet>;
