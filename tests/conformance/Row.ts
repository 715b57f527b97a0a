import type { Project } from './world.js';

/** One fact of the interface, with what proves it. */
export interface Row {
  cells: string[];
  /** Throws unless the fact holds; each row has a project of its own. */
  check: (project: Project) => unknown;
  /** The interface has it, and the contract does not ask for it. */
  beyond?: boolean;
}

export interface Section {
  title: string;
  text?: string;
  columns: string[];
  rows: Row[];
  /** What the code has and no row tells. */
  untold?: () => string[];
}

export const beyond = (row: Row): Row => ({ ...row, beyond: true });
