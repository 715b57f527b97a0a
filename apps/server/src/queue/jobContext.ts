import { inSpan } from '../context/spans.js';
import { currentContext, inContext, type WorkContext } from '../context/workContext.js';
import type { JobName, Jobs } from './jobs.js';

/** What a job was enqueued for goes along with what it is given. */
const field = '$context';

/** A job's data as the queue keeps it. */
export function withContext<Data extends object>(data: Data): Data {
  const context = currentContext();
  return Object.keys(context).length === 0 ? data : { ...data, [field]: context };
}

interface KeptJob<Name extends JobName> {
  id: string;
  data: Jobs[Name];
  /** How often it was tried before. */
  retryCount: number;
}

/**
 * Does what a job is about, for whom it was enqueued: also in its trace.
 * @param operation what is done with the job
 */
export function inContextOf<Name extends JobName, T>(
  name: Name,
  { id, data: kept, retryCount }: KeptJob<Name>,
  operation: 'process' | 'give up',
  act: (data: Jobs[Name]) => Promise<T>,
): Promise<T> {
  const { [field]: context = {}, ...rest } = kept as Jobs[Name] & { [field]?: WorkContext };
  const data = rest as Jobs[Name];
  const ids = idsOf(data);
  const span = {
    name: `${operation} ${name}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.operation.name': operation,
      'messaging.operation.type': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': id,
      'svc.job.retries': retryCount,
      ...attributesOf(ids),
    },
  } as const;
  return inContext({ ...context, job: name, jobId: id, ...ids }, () => inSpan(span, () => act(data)));
}

/** What a job is about, such as a capture, by its id. */
const idsOf = (data: object): WorkContext =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name.endsWith('Id')));

/** `captureId` as `svc.capture.id`. */
const attributesOf = (ids: WorkContext): WorkContext =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [`svc.${name.slice(0, -2)}.id`, id]));
