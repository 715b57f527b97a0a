import { expect, it } from 'vitest';
import { type Accepted, resolveAccepted } from './resolveAccepted.js';

const at = (acceptedHash: string, rootHash: string | null = null): Accepted => ({ acceptedHash, rootHash });

it.each([
  ['nothing', { own: undefined, target: null, fallback: undefined }, null, null],
  ['the own line of the default branch', { own: at('a'), target: null, fallback: undefined }, 'a', null],
  ['the target', { own: undefined, target: at('t'), fallback: undefined }, 't', 't'],
  ['what the branch accepted', { own: at('a', 't'), target: at('t'), fallback: undefined }, 'a', 't'],
  ['the target that moved since', { own: at('a', 't'), target: at('u'), fallback: undefined }, 'u', 'u'],
  ['the default branch', { own: undefined, target: undefined, fallback: at('d') }, 'd', 'd'],
  ['the branch that began it', { own: at('a'), target: undefined, fallback: undefined }, 'a', null],
  ['the target that began later', { own: at('a'), target: at('t'), fallback: undefined }, 't', 't'],
])('a slot is compared with %s', (_, lines, base, root) => {
  expect(resolveAccepted(lines)).toEqual({ base, root });
});
