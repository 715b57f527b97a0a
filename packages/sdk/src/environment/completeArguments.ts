import { withoutNulls } from '../arguments/withoutNulls.js';
import type {
  CreateCaptureOptions,
  CreateSessionOptions,
  UploadKnownSnapshotsInput,
  UploadSnapshotWithDiffInput,
} from '../options.js';
import type { SvcClientOptions } from '../SvcClientOptions.js';
import type { ClientEnvironment } from './ClientEnvironment.js';

/** Arguments, and what stands for those that are left out. */
const over = <T extends object>(defaults: Partial<T>, given: T): T =>
  Object.assign(
    { ...defaults },
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  ) as T;

/** Service, key and project of a client. */
export function completeOptions(
  given: SvcClientOptions,
  { variables: { apiKey, apiUrl, project } }: ClientEnvironment,
): SvcClientOptions {
  const options = over({ apiUrl, project }, given ?? {});
  return options.apiKey || !apiKey ? options : { ...options, apiKey };
}

/** A session, or an upload into one. */
export async function completeSessionArguments<
  T extends
    | CreateSessionOptions
    | Omit<UploadSnapshotWithDiffInput, 'png' | 'history'>
    | UploadKnownSnapshotsInput,
>(given: T, environment: ClientEnvironment): Promise<T> {
  const { sessionId, autoApprove, isLocal } = environment.variables;
  const defaults = {
    sessionId,
    baselineRef: environment.baselineRef(),
    autoApprove: autoApprove || undefined,
    isLocal: isLocal || undefined,
    ...(await environment.runOf(given.commit)),
  };
  return over<T>(defaults as Partial<T>, withoutNulls(given));
}

/** A capture. One without a commit belongs to no run. */
export async function completeCaptureArguments<T extends CreateCaptureOptions>(
  given: T,
  environment: ClientEnvironment,
): Promise<T> {
  const { autoApprove, isLocal } = environment.variables;
  const becomesBaseline = !given.ephemeral && !given.autoBaseline;
  const defaults: Partial<CreateCaptureOptions> = {
    baselineRef: environment.baselineRef(),
    autoApprove: (autoApprove && becomesBaseline) || undefined,
    isLocal: isLocal || undefined,
    ...(given.commit ? await environment.runOf(given.commit) : {}),
  };
  return over<T>(defaults as Partial<T>, withoutNulls(given));
}
