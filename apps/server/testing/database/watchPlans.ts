import pg from 'pg';

/** A statement as PostgreSQL ran it, one of a function or trigger included. */
export interface RunPlan {
  text: string;
  /** That its steps gave on or threw away. */
  rows: number;
}

interface PlanStep {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanStep[];
}

/** Has PostgreSQL tell each client what its statements did, in functions as well. */
const settings = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_level=notice',
];

/** Watches the connections that are made until `stop` is called. */
export function watchPlans(): { take(): RunPlan[]; stop(): void } {
  const plans: RunPlan[] = [];
  const { connect } = pg.Client.prototype;
  const { PGOPTIONS: options } = process.env;
  process.env.PGOPTIONS = settings.map((setting) => `-c ${setting}`).join(' ');
  pg.Client.prototype.connect = function watched(this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const json = /^duration: [\d.]+ ms {2}plan:\n(?<json>[\s\S]+)$/.exec(message)?.groups?.json;
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanStep };
      plans.push({ text, rows: rowsOf(plan) });
    });
    return connect.apply(this, given);
  } as typeof connect;
  return {
    take: () => plans.splice(0),
    stop: () => {
      pg.Client.prototype.connect = connect;
      if (options === undefined) delete process.env.PGOPTIONS;
      else process.env.PGOPTIONS = options;
    },
  };
}

/** PostgreSQL tells means of all loops. */
const rowsOf = (step: PlanStep): number =>
  (step['Actual Loops'] ?? 0) *
    ((step['Actual Rows'] ?? 0) +
      (step['Rows Removed by Filter'] ?? 0) +
      (step['Rows Removed by Join Filter'] ?? 0)) +
  (step.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
