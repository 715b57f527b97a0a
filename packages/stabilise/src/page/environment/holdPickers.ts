import type {} from '../DocumentKit.js';

/**
 * Runs before any script of a document: a page may open a picker only a while after somebody has used it, as which the browser takes each
 * call of the fleet. Whether that came before is chance, so a list opens with the next one; other pickers, which show the date of today,
 * are windows of their own and stay closed.
 */
export function holdPickers(): void {
  const kit = window.svcDocumentKit;
  HTMLInputElement.prototype.showPicker = () => {};
  const { showPicker } = HTMLSelectElement.prototype;
  let wanted: HTMLSelectElement[] = [];
  HTMLSelectElement.prototype.showPicker = function () {
    if (navigator.userActivation.isActive) showPicker.call(this);
    else wanted.push(this);
  };
  kit.openPickers = () => {
    for (const list of wanted.filter(({ isConnected }) => isConnected)) {
      try {
        showPicker.call(list);
      } catch {
        // The browser opens one at a time, and none that is disabled.
      }
    }
    wanted = [];
  };
  const { beginStory } = kit;
  kit.beginStory = () => {
    wanted = [];
    beginStory();
  };
}
