import type { Matching } from '../match/Matching.js';
import { drawnAttributes } from '../tree/drawnAttributes.js';
import type { Draft } from './Draft.js';
import type { Pair } from './StyleChange.js';

const ofImages = ['src', 'srcset', 'href'];

/** Texts, images and attributes that changed; the same change at several elements is one. */
export function findContentChanges(matching: Matching): Draft[] {
  const drafts = new Map<string, Draft>();
  const add = (pair: Pair, found: Pick<Draft, 'kind' | 'property' | 'from' | 'to' | 'isHidden'>) => {
    const { kind, property, from, to } = found;
    const key = JSON.stringify([kind, property, from, to]);
    const draft = drafts.get(key) ?? {
      ...found,
      places: [],
      changes: [],
      shifted: [],
      affectsLayout: !found.isHidden,
    };
    draft.places.push(pair);
    drafts.set(key, draft);
  };
  for (const before of matching.before.nodes) {
    const after = matching.afterOf(before);
    if (!after) continue;
    const pair = { before, after };
    if (before.text !== after.text)
      add(pair, { kind: 'text', property: null, from: before.text, to: after.text });
    if (before.content !== after.content)
      add(pair, { kind: 'text', property: 'content', from: before.content, to: after.content });
    addImage(pair, add);
    addAttributes(pair, add);
  }
  return [...drafts.values()];
}

type Add = (pair: Pair, found: Pick<Draft, 'kind' | 'property' | 'from' | 'to' | 'isHidden'>) => void;

/** An image with another address or other bytes is one change, however many attributes say so. */
function addImage(pair: Pair, add: Add): void {
  const { before, after } = pair;
  const changed = ofImages.find((name) => before.attributes.get(name) !== after.attributes.get(name));
  const isImage = before.kind === 'image' || ['use', 'image', 'source'].includes(before.tag);
  if (!isImage) return;
  if (changed)
    add(pair, {
      kind: 'image',
      property: changed,
      from: before.attributes.get(changed) ?? null,
      to: after.attributes.get(changed) ?? null,
    });
  else if (before.image !== after.image)
    add(pair, { kind: 'image', property: null, from: before.image, to: after.image });
}

function addAttributes(pair: Pair, add: Add): void {
  const { before, after } = pair;
  for (const name of new Set([...before.attributes.keys(), ...after.attributes.keys()])) {
    const [from = null, to = null] = [before.attributes.get(name), after.attributes.get(name)];
    if (from === to || ofImages.includes(name)) continue;
    add(pair, {
      kind: 'attribute',
      property: name,
      from,
      to,
      ...(drawnAttributes.has(name) ? {} : { isHidden: true }),
    });
  }
}
