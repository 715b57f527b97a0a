import { ConfigError } from './ConfigError.js';

/** Where a server was to listen. */
interface Place {
  host: string;
  port: number;
  /** The setting that names the port. */
  setting: 'SVC_PORT' | 'SVC_METRICS_PORT';
}

/** Says which setting to change if a server cannot listen; other errors stay as they are. */
export function listenFault(error: NodeJS.ErrnoException, { host, port, setting }: Place): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} is in use. Stop the program that uses it, or choose another port with ${setting}.`,
      );
    case 'EACCES':
      return new ConfigError(
        `This user may not listen on port ${port}. Choose a port from 1024 with ${setting}, and put a proxy in front.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`SVC_HOST ("${host}") is not an address of this machine (${error.code}).`);
    default:
      return error;
  }
}
