import type { ClientName } from '../../store/clients/clientPackages.js';

/** The name of a client's tarball, such as `cli-0.14.0.tgz`. */
export const clientFile = ({ name, version }: ClientName): string => `${name}-${version}.tgz`;

/** The inverse of {@link clientFile}; null for anything else. */
export function parseClientFile(file: string): ClientName | null {
  const [, name, version] = /^([a-z]+(?:-[a-z]+)*)-(\d+\.\d+\.\d+[\w.+-]*)\.tgz$/.exec(file) ?? [];
  return name && version ? { name, version } : null;
}
