import type { Capture, Diff, Viewport } from '@svc/schema';
import { addressOf, type Sight } from './createDrawingFleet.js';
import { completed, post, type World } from './openService.js';

/** A snapshot to capture, and what it shows. */
export interface Shot extends Sight {
  name: string;
  viewport?: Viewport;
  /** `button-222-1`: what is drawn, its hue, and its version. */
  drawing: string;
}

/** Parts that the path of a snapshot may have. */
const longestPath = 32;

export const baseline = { branch: 'main', commit: '9f8e7d6c5b4a3f2e', autoBaseline: true };
export const head = { branch: 'feature/checkout', commit: 'a1b2c3d4e5f6a7b8' };

/** Begins a capture of the shots, in their order. */
export async function begin(world: World, suite: string, shots: Shot[], origin: object): Promise<Capture> {
  const targets = shots.map(({ name, viewport, drawing, ...sight }) => ({
    name,
    ...(name.split('/').length <= longestPath ? { path: name.split('/') } : {}),
    url: addressOf(drawing, sight),
    ...(viewport ? { viewport } : {}),
  }));
  return post<Capture>(world, '/api/v1/captures', { suite, targets, ...origin });
}

/** Captures the shots; resolves once they are there. */
export async function capture(world: World, suite: string, shots: Shot[], origin: object): Promise<Capture> {
  return completed.capture(world, (await begin(world, suite, shots, origin)).id);
}

/** Asks to compare a capture with the baselines of main, once it is there. */
export const ask = (
  world: World,
  suite: string,
  headCaptureId: string,
  options: object = {},
): Promise<Diff> => post(world, '/api/v1/diffs', { suite, headCaptureId, baselineRef: 'main', ...options });

/** Compares a capture with the baselines of main; resolves with the path of its review. */
export async function compare(
  world: World,
  suite: string,
  headCaptureId: string,
  options: { manifest?: string[] } = {},
): Promise<string> {
  const { id } = await ask(world, suite, headCaptureId, options);
  await completed.diff(world, id);
  return pathOf(id);
}

export const pathOf = (diffId: string): string => `/acme/web/diffs/${diffId}`;
