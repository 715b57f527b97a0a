import { currentContext, inContext, type WorkContext } from '../context/workContext.js';
import type { JobName, Jobs } from './jobs.js';

/** What a job was enqueued for goes along with what it is given. */
const field = '$context';

/** A job's data as the queue keeps it. */
export function withContext<Data extends object>(data: Data): Data {
  const context = currentContext();
  return Object.keys(context).length === 0 ? data : { ...data, [field]: context };
}

/** Does what a job is about, for whom it was enqueued. */
export function inContextOf<Name extends JobName, T>(
  name: Name,
  { id, data: kept }: { id: string; data: Jobs[Name] },
  act: (data: Jobs[Name]) => T,
): T {
  const { [field]: context = {}, ...rest } = kept as Jobs[Name] & { [field]?: WorkContext };
  const data = rest as Jobs[Name];
  return inContext({ ...context, job: name, jobId: id, ...idsOf(data) }, () => act(data));
}

/** What a job is about, such as a capture, by its id. */
const idsOf = (data: object): WorkContext =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name.endsWith('Id')));
