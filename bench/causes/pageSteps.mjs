// Functions that run in a page.

/** Elements of the story that a rule can be written for: by a class that few elements have, with what a change has to know of them. */
export function listElements() {
  const root = document.querySelector('#storybook-root, #root, #ladle-root') ?? document.body;
  const all = [...root.querySelectorAll('*')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 && element.namespaceURI === 'http://www.w3.org/1999/xhtml';
  });
  return all.flatMap((element, place) => {
    const name = [...element.classList].find(
      (token) => document.querySelectorAll(`.${CSS.escape(token)}`).length <= 12,
    );
    if (!name) return [];
    const style = getComputedStyle(element);
    const picked = [
      ...[
        'display',
        'paddingLeft',
        'paddingTop',
        'marginTop',
        'borderTopLeftRadius',
        'borderTopWidth',
        'borderTopStyle',
      ],
      ...[
        'fontSize',
        'fontWeight',
        'textTransform',
        'flexDirection',
        'justifyContent',
        'transform',
        'textAlign',
      ],
    ];
    const { width, height } = element.getBoundingClientRect();
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.nodeValue.trim() !== '',
    );
    return [
      {
        ...Object.fromEntries(picked.map((key) => [key, style[key]])),
        ...{
          place,
          selector: `.${CSS.escape(name)}`,
          width,
          height,
          hasText,
          children: element.children.length,
        },
      },
    ];
  });
}

/** Texts of the story that no script has put together. */
export function listTexts() {
  const root = document.querySelector('#storybook-root, #root, #ladle-root') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim();
    const box = walker.currentNode.parentElement.getBoundingClientRect();
    if (/^[A-Za-z][A-Za-z ,.]{3,40}$/.test(text) && box.width > 0) found.add(text);
  }
  return [...found];
}

/** Says whether the page has images, and where. */
export const listImages = () =>
  [...document.querySelectorAll('img')]
    .filter((image) => image.complete && image.naturalWidth > 0)
    .map((image) => image.src);

/*
 * Texts of functions that become `window.svcChange` of a changed page: each does its part to an element that a number chooses, and
 * says whether it could.
 */

const elements = `[...(document.querySelector('#storybook-root, #root, #ladle-root') ?? document.body).querySelectorAll('*')].filter((element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 4 && height > 4 && element.namespaceURI === 'http://www.w3.org/1999/xhtml' && !element.closest('svg');
})`;
const pick = (
  condition,
) => `const found = ${elements}.filter((element) => ${condition}); if (found.length === 0) return false;
  const chosen = found[number % found.length];`;

export const treeChanges = {
  insert: `${pick("/flex|grid|block/.test(getComputedStyle(element).display) && element.tagName !== 'BUTTON'")}
    const added = document.createElement('div'); added.className = 'svc-added'; added.textContent = 'Added by the change';
    chosen.insertBefore(added, chosen.children[number % (chosen.children.length + 1)] ?? null); return true;`,
  remove: `${pick("element.querySelectorAll('*').length < 12 && (element.textContent.trim() !== '' || element.querySelector('svg, img'))")}
    chosen.remove(); return true;`,
  reorder: `${pick(
    'element.children.length > 1 && element.children.length < 20 && new Set([...element.children].map((child) => child.outerHTML)).size === element.children.length && [...element.children].every((child) => child.getBoundingClientRect().width > 0) && new Set([...element.children].map((child) => child.textContent)).size > 1',
  )}
    chosen.insertBefore(chosen.lastElementChild, chosen.firstElementChild); return true;`,
  wrap: `${pick('element.parentElement && !/^(TR|TD|TH|TBODY|THEAD|LI|OPTION)$/.test(element.tagName)')}
    const wrapper = document.createElement('section'); wrapper.className = 'svc-wrapper'; chosen.replaceWith(wrapper); wrapper.append(chosen); return true;`,
};
