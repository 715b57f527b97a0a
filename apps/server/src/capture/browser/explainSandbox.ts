/** What a machine says about the user namespaces that Chromium's sandbox is made of. */
export interface SandboxFacts {
  isRoot: boolean;
  /** The browser's own words. */
  reason: string;
  /** `user.max_user_namespaces`; null where there is none. */
  maxUserNamespaces: string | null;
  /** `kernel.unprivileged_userns_clone`, which Debian had; null where there is none. */
  unprivilegedClone: string | null;
  /** `kernel.apparmor_restrict_unprivileged_userns`, which Ubuntu has; null where there is none. */
  apparmorRestricts: string | null;
}

/** Why the sandbox does not work here, and what an administrator can do about it. */
export function explainSandbox(facts: SandboxFacts): { reason: string; remedy: string } {
  if (facts.maxUserNamespaces === '0') {
    return {
      reason: 'user namespaces are off on this machine',
      remedy: 'sysctl -w user.max_user_namespaces=10000',
    };
  }
  if (facts.unprivilegedClone === '0') {
    return {
      reason: 'only root may make user namespaces on this machine',
      remedy: 'sysctl -w kernel.unprivileged_userns_clone=1',
    };
  }
  if (facts.apparmorRestricts === '1') {
    return {
      reason: 'AppArmor keeps user namespaces from the browser',
      remedy:
        'give the browser an AppArmor profile with "userns,", or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    };
  }
  if (facts.isRoot && /EACCES|permission denied/i.test(facts.reason)) {
    return {
      reason: 'the user nobody, whom the browser runs as, cannot reach it',
      remedy: 'install it where everybody can read it, or run the service as an ordinary user',
    };
  }
  if (facts.isRoot && /setpriv/.test(facts.reason)) {
    return {
      reason: 'the browser cannot be handed to the user nobody',
      remedy: 'install setpriv (util-linux), or run the service as an ordinary user',
    };
  }
  return {
    reason: /sandbox\/linux\//.test(facts.reason) ? 'the browser may not make user namespaces' : facts.reason,
    remedy: 'in a container, allow user namespaces (its seccomp profile must let clone and unshare through)',
  };
}
