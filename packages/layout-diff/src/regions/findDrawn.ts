import type { Box, LayoutTree } from '../tree/LayoutTree.js';

/** An element whose pixels no record tells. */
export interface DrawnPlace {
  kind: 'image' | 'canvas' | 'video' | 'frame';
  box: Box;
}

export const findDrawn = ({ nodes }: LayoutTree): DrawnPlace[] =>
  nodes.flatMap(({ kind, box, children }) =>
    // A frame whose document is in the record is told by its elements.
    kind === null || (kind === 'frame' && children.length > 0) ? [] : [{ kind, box }],
  );
