import { type RecordedProperty, recordedProperties } from '../record/recordedProperties.js';
import { longhandsOf } from './sides.js';

const ofBorder = (part: string) => new RegExp(`^border(-(block|inline)(-(start|end))?)?(-${part})?$`);
/** What else sets a recorded property, beside itself and its longhands. */
const others: Partial<Record<RecordedProperty, RegExp>> = {
  padding: /^padding-(block|inline)/,
  margin: /^margin-(block|inline)/,
  'border-width': ofBorder('width'),
  'border-style': ofBorder('style'),
  'border-color': ofBorder('color'),
  'border-radius': /^border-(start|end)-(start|end)-radius$/,
  outline: /^outline-/,
  'background-color': /^background$/,
  'background-image': /^background$/,
  'background-position': /^background(-position-[xy])?$/,
  'background-size': /^background$/,
  'font-family': /^font$/,
  'font-size': /^font$/,
  'font-weight': /^font$/,
  'font-style': /^font$/,
  'line-height': /^font$/,
  'text-decoration-line': /^text-decoration$/,
  'text-decoration-color': /^text-decoration$/,
  'white-space': /^(white-space-collapse|text-wrap(-mode)?)$/,
  'list-style-type': /^list-style$/,
  'flex-direction': /^flex-flow$/,
  'flex-wrap': /^flex-flow$/,
  'align-content': /^place-content$/,
  'align-items': /^place-items$/,
  'align-self': /^place-self$/,
  'justify-content': /^place-content$/,
  'justify-items': /^place-items$/,
  gap: /^grid-(row-|column-)?gap$/,
  overflow: /^overflow-(block|inline)$/,
  'min-width': /^min-(block|inline)-size$/,
  'max-width': /^max-(block|inline)-size$/,
  'min-height': /^min-(block|inline)-size$/,
  'max-height': /^max-(block|inline)-size$/,
  'grid-template-columns': /^grid/,
  'grid-template-rows': /^grid/,
  'mask-image': /^mask/,
};

/** A zoom enlarges all lengths, and the result of a function of a style sheet may be of any property. */
const ofAnything = /^(all|zoom|result)$/;
const borderSide = /^border-(top|right|bottom|left)$/;

const all = recordedProperties.flatMap((property) =>
  (longhandsOf(property) ?? [property]).map((longhand) => ({ property, longhand })),
);

/** The recorded properties, or longhands of them, that a declaration of a property sets. */
export function setBy(declared: string): string[] {
  const name = declared.replace(/^-webkit-/, '');
  return all.flatMap(({ property, longhand }) => {
    const isSet =
      name === property ||
      name === longhand ||
      ofAnything.test(name) ||
      others[property]?.test(name) ||
      (borderSide.test(name) && property !== 'border-radius' && longhand.startsWith(`${name}-`));
    return isSet ? [longhand] : [];
  });
}
