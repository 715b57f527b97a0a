import type { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';

/** Has the store compare a hash with that of the bytes that arrive, over TLS and without. */
export function announceHash(command: PutObjectCommand | UploadPartCommand, sha256: string): void {
  const { middlewareStack: stack } = command as PutObjectCommand;
  stack.add(
    (next) => (sent) => {
      (sent.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(sent);
    },
    { step: 'build', name: 'announceHash' },
  );
}
