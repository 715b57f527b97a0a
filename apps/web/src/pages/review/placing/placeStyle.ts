import type { Box } from '../../../viewer/transform.js';

export const placeStyle = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });
