import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Tells operators. */
export type Say = (message: string, fields: Record<string, unknown>) => void;

/** An exporter whose failures are said once, when they begin, and whose end is said too. */
export function sayFailures(
  exporter: SpanExporter,
  say: Say,
): { exporter: SpanExporter; isFailing(): boolean } {
  let failing = false;
  const note = (error: Error | undefined, isSent: boolean) => {
    if (failing === !isSent) return;
    failing = !isSent;
    if (isSent) say('traces are delivered again', {});
    else say('traces cannot be delivered; until they can, they are lost', { err: error });
  };
  return {
    isFailing: () => failing,
    exporter: {
      export(spans, done) {
        exporter.export(spans, ({ code, error }) => {
          note(error, code === ExportResultCode.SUCCESS);
          // What sends batches would report each failure.
          done({ code: ExportResultCode.SUCCESS });
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
  };
}
