/** What is laid out below an element: of its shadow root, its slot or its document. */
export function childrenOf(element: Element, root: ShadowRoot | null): ArrayLike<Element> {
  if (root) return root.children;
  switch (element.localName) {
    case 'slot': {
      const assigned = (element as HTMLSlotElement).assignedElements?.({ flatten: true });
      return assigned && assigned.length > 0 ? assigned : element.children;
    }
    case 'iframe':
    case 'frame':
    case 'object': {
      // Null where it is of another origin.
      const inner = (element as HTMLIFrameElement).contentDocument?.documentElement;
      return inner ? [inner] : [];
    }
    default:
      return element.children;
  }
}
