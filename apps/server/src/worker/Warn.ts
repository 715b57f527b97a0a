/** Tells operators. */
export type Warn = (message: string, fields: Record<string, unknown>) => void;
