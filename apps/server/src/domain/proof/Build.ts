import type { StoryTool } from '@svc/schema';

/** A build of a story tool as the service has it: its files by path, and how to read one. */
export interface Build {
  tool: StoryTool;
  /** Hashes of the files. */
  files: ReadonlyMap<string, string>;
  read(path: string): Promise<string>;
}
