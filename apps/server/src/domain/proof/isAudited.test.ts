import { expect, test } from 'vitest';
import { isAudited } from './isAudited.js';

const slots = Array.from({ length: 5_000 }, (_, index) => ({
  name: `story ${index}`,
  viewport: '',
  browser: '',
}));
const auditedIn = (captureId: string) => slots.filter((slot) => isAudited(captureId, slot));

test('about one slot in fifty is audited, the same ones however often it is asked, and others in another capture', () => {
  const audited = auditedIn('cap_1');
  expect(audited.length).toBeGreaterThan(60);
  expect(audited.length).toBeLessThan(150);
  expect(auditedIn('cap_1')).toEqual(audited);
  expect(auditedIn('cap_2')).not.toEqual(audited);
});
