import { isUtf8 } from 'node:buffer';
import { createSiteGraph, type SiteGraph } from '../../domain/proof/createSiteGraph.js';
import { findSiteById, listSiteFiles } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/** The builds of story tools among sites, each read once. Null for a site that is none, or not there. */
export type OpenBuild = (siteId: string) => Promise<SiteGraph | null>;

/** Bundlers write no larger text files. */
const mostBytes = 16 * 1024 * 1024;
/** Of one build. What was read stays in memory while a capture runs. */
const mostBytesOfBuild = 192 * 1024 * 1024;

export function openBuilds(resources: Pick<Resources, 'database' | 'blobs'>): OpenBuild {
  const opened = new Map<string, Promise<SiteGraph | null>>();
  return (siteId) => {
    const build = opened.get(siteId) ?? open(resources, siteId);
    opened.set(siteId, build);
    return build;
  };
}

async function open(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  siteId: string,
): Promise<SiteGraph | null> {
  const site = await findSiteById(database, siteId);
  if (site?.status !== 'ready' || site.tool === null) return null;
  const files = new Map((await listSiteFiles(database, siteId)).map((file) => [file.path, file]));
  let read = 0;
  return createSiteGraph({
    tool: site.tool,
    files: new Map([...files].map(([path, { hash }]) => [path, hash])),
    async read(path) {
      const file = files.get(path);
      if (!file || file.bytes > mostBytes || read + file.bytes > mostBytesOfBuild)
        throw new Error(`${path} of site ${siteId} cannot be read as text`);
      read += file.bytes;
      return decode(await blobs.get(file.hash));
    },
  });
}

/** Files of other bytes are other texts. Browsers read those in UTF-16, which begin with a mark, where this tells bytes alone. */
const decode = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : `\0bytes\0${bytes.toString('latin1')}`;
