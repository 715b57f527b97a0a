import type {} from './DocumentKit.js';

/** The first errors and warnings of the document, each of one line or more. */
export const consoleLines = (): string[] => window.svcDocumentKit.lines;
