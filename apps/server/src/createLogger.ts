import { type DestinationStream, type Logger, pino } from 'pino';
import { currentContext } from './context/workContext.js';
import { redactFields, redactText } from './redactSecrets.js';

/**
 * The service's log: one JSON object a line, on stdout unless told otherwise, with the ids of the request or job that it was written
 * for, and without secrets. Of an error it keeps what explains it; errors of the database carry their whole client, with connection
 * and settings, and that stays out.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      mixin: () => ({ ...currentContext() }),
      // What is logged says best what it is about.
      mixinMergeStrategy: (fields, context) => ({ ...context, ...fields }),
      formatters: { log: (fields) => redactFields(fields) as Record<string, unknown> },
      hooks: { streamWrite: redactText },
      serializers: { err: describe },
    },
    destination ?? openStdout(),
  );
}

/** A log that cannot be written, since its disk is full or its reader is gone, must not end the service. */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: 1, sync: true });
  stdout.on('error', () => undefined);
  return stdout;
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack } = error;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
