import { projectSlug } from '@svc/schema';
import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError */
export function readSlug(text: string): string {
  if (projectSlug.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must look like org/project.');
}
