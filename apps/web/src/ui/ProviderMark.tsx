import { Icon } from './Icon.js';

/** Decoration beside the name of a provider. */
export const ProviderMark = ({ id }: { id: string }) => (
  <Icon name={id === 'github' || id === 'gitlab' ? 'branch' : 'key'} />
);
