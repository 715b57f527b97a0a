import { createHash } from 'node:crypto';
import { createSiteGraph, type SiteGraph } from '../src/domain/proof/createSiteGraph.js';

/** The graph of a build whose files are given by path; of a Ladle if it has the list that Ladle writes. */
export const graphOf = (files: Record<string, string>): SiteGraph =>
  createSiteGraph({
    tool: 'meta.json' in files ? 'stories-b' : 'stories-a',
    files: new Map(
      Object.entries(files).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
    ),
    read: async (path) => files[path] ?? '',
  });
