import { type RefObject, useRef, useState } from 'react';
import type { ViewerHandle } from '../../../viewer/Viewer.js';
import type { AskedNote } from '../model/Plan.js';
import type { AskedSet } from '../model/setOf.js';

/** The elements that keys lead to. */
export interface PageParts {
  filters: RefObject<HTMLFieldSetElement | null>;
  viewer: RefObject<ViewerHandle | null>;
  /** The list has the focus while it is worked through. */
  scroller: RefObject<HTMLDivElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
}

export type OpenDialog = 'help' | 'approveAll' | AskedSet;

export function usePageParts() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [peeking, peek] = useState(false);
  const [note, setNote] = useState<AskedNote | null>(null);
  const parts: PageParts = {
    filters: useRef(null),
    viewer: useRef(null),
    scroller: useRef(null),
    searchBox: useRef(null),
  };
  /** The next key is for the list, wherever the dialog was opened from. */
  const returnFocus = () => setTimeout(() => parts.scroller.current?.focus({ preventScroll: true }));
  const closeDialog = () => {
    setDialog(null);
    returnFocus();
  };
  const closeNote = () => {
    setNote(null);
    returnFocus();
  };
  return {
    parts,
    peeking,
    peek,
    dialog,
    openDialog: setDialog,
    closeDialog,
    note,
    askNote: setNote,
    closeNote,
  };
}
