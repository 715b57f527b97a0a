import { describe, expect, it } from 'vitest';
import { explainSandbox, type SandboxFacts } from './explainSandbox.js';

const open: SandboxFacts = {
  isRoot: false,
  reason: 'No usable sandbox!',
  maxUserNamespaces: '96343',
  unprivilegedClone: null,
  apparmorRestricts: null,
};

describe('explainSandbox', () => {
  it.each<[string, Partial<SandboxFacts>, string]>([
    ['user namespaces are off', { maxUserNamespaces: '0' }, 'user.max_user_namespaces'],
    ['only root may make user namespaces', { unprivilegedClone: '0' }, 'kernel.unprivileged_userns_clone=1'],
    ['AppArmor', { apparmorRestricts: '1' }, 'AppArmor profile'],
    [
      'the user nobody, whom',
      { isRoot: true, reason: 'exec: /opt/chrome: Permission denied' },
      'install it where everybody',
    ],
    ['handed to the user nobody', { isRoot: true, reason: 'setpriv: not found' }, 'install setpriv'],
    ['No usable sandbox!', {}, 'in a container'],
    ['No usable sandbox!', { unprivilegedClone: '1', apparmorRestricts: '0' }, 'in a container'],
  ])('%s', (reason, facts, remedy) => {
    const explained = explainSandbox({ ...open, ...facts });
    expect(explained.reason).toContain(reason);
    expect(explained.remedy).toContain(remedy);
  });
});
