/** A backup cannot be made, restored or used. The message says why and what to do about it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** A backup is not what it was when it was made. */
export class BackupDamaged extends BackupRefused {}
