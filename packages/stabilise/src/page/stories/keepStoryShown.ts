import type {} from '../DocumentKit.js';

/**
 * Runs before any script of a document. Storybook shows a placeholder in place of a story that it has not rendered
 * after 100 ms, even while it is rendering it: then the story comes up hidden, which costs it its focus, and what it
 * measures. Whether that happens depends on how busy the machine is, so what is rendered stays shown.
 */
export function keepStoryShown(): void {
  const kit = window.svcDocumentKit;
  // Nobody sees it, and its animation keeps the browser painting while the story loads.
  const unseen = new CSSStyleSheet();
  unseen.replaceSync('.sb-preparing-story, .sb-preparing-docs { display: none !important }');
  document.adoptedStyleSheets = [unseen];
  const observer = new MutationObserver(() => {
    const { classList } = document.body;
    // Put back before anything is rendered: an observer is called before the next task.
    if (kit.story.phase === 'rendering' && classList.contains('sb-show-preparing-story')) {
      classList.replace('sb-show-preparing-story', 'sb-show-main');
    }
  });
  document.addEventListener('DOMContentLoaded', () => {
    observer.observe(document.body, { attributeFilter: ['class'] });
  });
}
