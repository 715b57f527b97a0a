import type { Role } from '@svc/schema';
import { Notice } from '../../ui/Notice.js';

interface Props {
  /** What cannot be done or seen. */
  what: string;
  role: Role;
  /** The least role that can. */
  needs: Role;
}

/** Why something is not offered, and who can change that. */
export const Forbidden = ({ what, role, needs }: Props) => (
  <Notice tone="info" icon="key">
    {what} needs the role {needs}; yours is {role}. An owner of the organization can change it.
  </Notice>
);
