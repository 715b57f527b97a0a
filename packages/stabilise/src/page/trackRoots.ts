import type {} from './DocumentKit.js';

/** Runs before any script of a document: finds shadow roots, of which closed ones can be had only when they are made. */
export function trackRoots(): void {
  const closed = new WeakMap<Element, ShadowRoot>();
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    if (init.mode === 'closed') closed.set(this, root);
    return root;
  };
  // Nobody can get at those that are closed in markup, so they are opened; trusted types stay what they are.
  const opened = (html: unknown) =>
    typeof html === 'string' ? html.replace(/(\sshadowrootmode\s*=\s*["']?)closed\b/gi, '$1open') : html;
  const open = <Owner extends object>(
    owner: Owner,
    name: keyof Owner & ('setHTMLUnsafe' | 'parseHTMLUnsafe'),
  ) => {
    const original: unknown = owner[name];
    if (typeof original !== 'function') return;
    Object.assign(owner, {
      [name](this: unknown, html: unknown, ...options: unknown[]) {
        return original.call(this, opened(html), ...options);
      },
    });
  };
  open(Element.prototype, 'setHTMLUnsafe');
  open(ShadowRoot.prototype, 'setHTMLUnsafe');
  open(Document, 'parseHTMLUnsafe');
  const kit = window.svcDocumentKit;
  kit.shadowOf = (element) => element.shadowRoot ?? closed.get(element) ?? null;
  kit.roots = () => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        const shadow = kit.shadowOf(element);
        if (shadow) roots.push(shadow);
      }
    }
    return roots;
  };
}
