import type { ApproveResult, DecisionBody, Diff, ErrorBody, ProjectSettings } from '@svc/schema';
import { accessAsServer } from '../../src/service/access/ProjectAccess.js';
import { changeSettings } from '../../src/service/projects/changeSettings.js';
import { findProject, type ProjectRow } from '../../src/store/projects/projects.js';
import { openRepository } from '../openRepository.js';
import { runParts } from '../runParts.js';
import { settled } from '../settled.js';
import type { TestService } from '../startTestService.js';
import { untilIdle } from '../untilIdle.js';
import { type BuildOptions, beginBuild, type Desk } from './beginBuild.js';

type Verb = 'approve' | 'reject' | 'revoke';

/** People with a repository and a project, whose builds and events are noted as the page shows them. */
export interface Team extends Desk {
  /** Builds what is checked out, and notes the outcome under the label. */
  build(label: string, options?: BuildOptions): Promise<Diff>;
  /** Commits stories and builds them. */
  built(label: string, stories: Record<string, string | null>, options?: BuildOptions): Promise<Diff>;
  /** The same, and approves what there is to approve. */
  approved(label: string, stories: Record<string, string | null>, options?: BuildOptions): Promise<void>;
  /** Starts a build that ends when it is told to. */
  begin(label: string, options?: BuildOptions): Promise<() => Promise<Diff>>;
  /** Notes how a diff stands once the service has nothing left to do. */
  look(label: string, diff: Diff): Promise<void>;
  decide(verb: Verb, diff: Diff, decision?: DecisionBody): Promise<void>;
  /** Notes what a decision is answered, and returns the message where it is refused. */
  attempt(label: string, verb: Verb, diff: Diff, decision?: DecisionBody): Promise<string>;
  /** Notes what the check of a commit says; that which is checked out unless given. */
  check(label: string, commit?: string): Promise<void>;
  /** Notes the code of an error, or that there was none, and returns the message. */
  noteAnswer(label: string, answer: unknown): string;
  note(label: string, outcome: string): void;
  projectRow(): Promise<ProjectRow>;
  change(settings: Partial<ProjectSettings>): Promise<void>;
}

/** Rows of the tables. */
export interface Notes {
  builds: string[];
  events: string[];
}

/** The build that approves what every scenario starts with; the page does not show it. */
export const start = 'the start';

/** @param serial makes the project another one than those of other teams */
export async function startTeam(service: TestService, serial: number): Promise<Team & { notes: Notes }> {
  const slug = `acme/scenario-${serial}`;
  const desk: Desk = {
    service,
    repository: openRepository(),
    apiKey: await service.newKey(slug),
    suite: 'components',
  };
  const { apiKey } = desk;
  const notes: Notes = { builds: [], events: [] };
  const labels = new Map<string, string>();

  function noteResults(label: string, { results }: Diff): void {
    const byStory = [...results].sort((a, b) => (a.name < b.name ? -1 : 1));
    notes.builds.push(...byStory.map((result) => rowOf(label, result, labels)));
  }
  async function begin(label: string, options: BuildOptions = {}): Promise<() => Promise<Diff>> {
    const end = await beginBuild(desk, options);
    return async () => {
      const diff = await settled(service, 'diffs', await end(), { apiKey });
      labels.set(`approval:${diff.id}`, `approval:${label}`);
      if (label !== start) noteResults(label, diff);
      return diff;
    };
  }
  const note = (label: string, outcome: string) => {
    notes.events.push(`| ${label} | ${outcome} |`);
  };
  function noteAnswer(label: string, answer: unknown): string {
    const { error } = answer as Partial<ErrorBody>;
    note(label, error ? `refused: ${error.code}` : 'done');
    return error?.message ?? '';
  }
  async function projectRow(): Promise<ProjectRow> {
    const row = await findProject(service.resources.database, slug);
    if (!row) throw new Error(`the project ${slug} is gone`);
    return row;
  }
  const ask = (verb: Verb, { id }: Diff, decision: DecisionBody = {}) =>
    service.ask<ApproveResult>('POST', `/api/v1/diffs/${id}/${verb}`, decision, apiKey);

  const build: Team['build'] = async (label, options) => (await begin(label, options))();
  const built: Team['built'] = (label, stories, options) => {
    desk.repository.commit(stories);
    return build(label, options);
  };
  const decide: Team['decide'] = async (verb, diff, decision) => {
    const { status, body } = await ask(verb, diff, decision);
    if (status !== 200) throw new Error(`${verb} answers ${JSON.stringify(body)}`);
  };

  return {
    ...desk,
    notes,
    note,
    noteAnswer,
    begin,
    build,
    built,
    decide,
    async approved(label, stories, options) {
      await decide('approve', await built(label, stories, options));
    },
    async look(label, { id }) {
      await untilIdle(service);
      noteResults(label, await settled(service, 'diffs', id, { apiKey }));
    },
    attempt: async (label, verb, diff, decision) => noteAnswer(label, (await ask(verb, diff, decision)).body),
    async check(label, commit = desk.repository.head()) {
      await untilIdle(service);
      note(label, await runParts(service, apiKey).check(commit));
    },
    projectRow,
    async change(settings) {
      await changeSettings(service.resources, accessAsServer(await projectRow()), settings);
    },
  };
}

type Result = Diff['results'][number];

function rowOf(label: string, result: Result, labels: ReadonlyMap<string, string>): string {
  const { name, status, baselineSource: source, baseline } = result;
  const base = source === null ? 'none' : (labels.get(source) ?? source);
  return `| ${[label, name, status, decisionOf(result), base, baseline?.reason ?? 'none'].join(' | ')} |`;
}

function decisionOf({ status, approvalStatus, decidedBy, baselineSource }: Result): string {
  if (approvalStatus === 'pending') return 'a person';
  if (approvalStatus === 'rejected') return 'a person, who rejected it before';
  if (!['changed', 'new', 'removed'].includes(status)) return 'nobody';
  const remembered = baselineSource?.startsWith('approval:') ?? false;
  return decidedBy === 'auto-approve' && !remembered
    ? 'nobody, the run approves itself'
    : 'nobody, it was approved before';
}
