import type { View } from '../../../viewer/views.js';
import type { Plan, Plans } from './Plan.js';
import type { Scene } from './Scene.js';

/** How the images are shown. */
export function planLooks({
  look,
  selected,
}: Scene): Pick<Plans, 'mix' | 'show' | 'toggleFace' | 'toggleOverlay' | 'toggleLevel'> {
  const show = (view: View): Plan => ({ prefer: view, search: { view, overlay: undefined } });
  return {
    mix: (share) => ({ search: { mix: String(Math.round(share * 100)) } }),
    show,
    toggleFace: () => show(look.view === 'current' ? 'baseline' : 'current'),
    toggleLevel: () =>
      selected?.result.rowChanges?.length
        ? { search: { rows: look.isLevel ? 'in-place' : undefined } }
        : null,
    toggleOverlay: () => ({ search: { overlay: look.overlay ? 'off' : 'on' } }),
  };
}
