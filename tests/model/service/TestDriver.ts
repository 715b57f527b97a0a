import type { Capture, CommitRecord, CreatedSession, Diff, ErrorBody, KnownCommits } from '@svc/schema';
import { accessAsServer } from '../../../apps/server/src/service/access/ProjectAccess.js';
import { changeSettings } from '../../../apps/server/src/service/projects/changeSettings.js';
import { listAccepted, listBuilds } from '../../../apps/server/src/store/baselines/lines.js';
import { findProject, type ProjectRow } from '../../../apps/server/src/store/projects/projects.js';
import { runDueJobs } from '../../../apps/server/testing/runDueJobs.js';
import { removeAllRows } from '../../../apps/server/testing/scenarios/removeAllRows.js';
import type { TestService } from '../../../apps/server/testing/startTestService.js';
import type { Observation } from '../Observation.js';
import type { End, Service, Start, Verb, Wish } from '../World.js';
import { imageOf } from './looks.js';
import { readObservation, type ShownBuild, suite } from './readObservation.js';

/** A build as the service knows it. */
interface DrivenBuild extends ShownBuild {
  /** Null for a capture without a session. */
  sessionId: string | null;
}

let projects = 0;

/** The service as clients drive it, with a project of its own for every history. */
export class TestDriver implements Service {
  readonly builds = new Map<string, DrivenBuild>();

  private constructor(
    readonly service: TestService,
    readonly project: ProjectRow,
    readonly apiKey: string,
  ) {}

  static async start(service: TestService): Promise<TestDriver> {
    const slug = `model/history-${++projects}`;
    const apiKey = await service.newKey(slug);
    const project = await findProject(service.resources.database, slug);
    if (!project) throw new Error(`there is no project ${slug}`);
    return new TestDriver(service, project, apiKey);
  }

  async findKnownCommits(commits: readonly string[]): Promise<KnownCommits> {
    return this.#call('/api/v1/commits/known', { commits });
  }

  async addCommits(commits: readonly CommitRecord[]): Promise<void> {
    await this.#call('/api/v1/commits', { commits });
  }

  async open(start: Start): Promise<void> {
    const { label, branch, commit, checkout, baselineRef, autoApprove, shard, looks } = start;
    if (start.isEphemeral || start.targetRefs) return this.#capture(start);
    const fields = {
      suite,
      branch,
      commit,
      ...(checkout === commit ? {} : { checkout }),
      ...(baselineRef === null ? {} : { baselineRef }),
      ...(autoApprove ? { autoApprove } : {}),
      ...(shard === null ? {} : { shard, runKey: `run of ${commit}` }),
    };
    const { sessionId, diffId } = await this.#call<CreatedSession>('/api/v1/sessions', fields);
    this.builds.set(label, {
      diffId,
      commit,
      sessionId,
      isEphemeral: false,
      isCompleted: false,
      isForgotten: false,
    });
    for (const [name, look] of Object.entries(looks)) {
      await this.#upload({ name, sessionId, suite, branch, commit }, look);
    }
  }

  async complete(label: string, { exitCode, isComplete, allowEmpty }: End): Promise<void> {
    const build = this.#build(label);
    if (build.sessionId !== null) {
      const body = { exitCode, complete: isComplete, allowEmpty };
      await this.#call(`/api/v1/sessions/${build.sessionId}/complete`, body);
    }
    build.isCompleted = true;
    await runDueJobs(this.service);
  }

  async decide(verb: Verb, label: string, { slots, ifStatus }: Wish): Promise<string> {
    const body = { ...(slots ? { snapshots: slots } : {}), ...(ifStatus ? { ifStatus } : {}) };
    const path = `/api/v1/diffs/${this.#build(label).diffId}/${verb}`;
    const answer = await this.service.ask<ErrorBody>('POST', path, body, this.apiKey);
    await runDueJobs(this.service);
    if (answer.status === 200) return 'ok';
    if (answer.status !== 409) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.error.code;
  }

  async compareAgain(label: string): Promise<void> {
    await this.#call(`/api/v1/diffs/${this.#build(label).diffId}/rediff`, {});
    await runDueJobs(this.service);
  }

  /** As people do; API keys may not. */
  async renameDefault(defaultBranch: string): Promise<void> {
    await changeSettings(this.service.resources, accessAsServer(this.project), { defaultBranch });
  }

  async removeRows(): Promise<void> {
    const before = await this.#accepted();
    await removeAllRows(this.service.resources.database);
    const after = await this.#accepted();
    if (JSON.stringify(after) !== JSON.stringify(before))
      throw new Error(
        `builds accepted ${JSON.stringify(before)}, and ${JSON.stringify(after)} without their rows`,
      );
    for (const build of this.builds.values()) build.isForgotten = true;
  }

  /** The ids of the baselines that each build accepted, which later builds may be compared with (R7). */
  async #accepted(): Promise<Record<string, number[]>> {
    const { database } = this.service.resources;
    const captures = await database
      .selectFrom('captures')
      .select(['suiteId', 'branch', 'commit'])
      .where('projectId', '=', this.project.id)
      .execute();
    const named = (texts: (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];
    const branches = named(captures.map(({ branch }) => branch));
    const scope = { projectId: this.project.id, suiteId: captures[0]?.suiteId ?? 0, branches };
    const accepted: Record<string, number[]> = {};
    for (const build of await listBuilds(database, scope, named(captures.map(({ commit }) => commit)))) {
      const entries = await listAccepted(database, build, branches, undefined);
      accepted[build.captureId] = [...new Set(entries.map(({ id }) => id))].sort((one, other) => one - other);
    }
    return accepted;
  }

  observe(): Promise<Observation> {
    return readObservation(this, this.builds);
  }

  /** As `svc upload` and `svc diff` do. */
  async #capture(start: Start): Promise<void> {
    const { label, branch, commit, baselineRef, targetRefs, isEphemeral, autoApprove, looks } = start;
    const capture = await this.#call<Capture>('/api/v1/captures', {
      suite,
      branch,
      commit,
      ephemeral: isEphemeral,
      autoApprove,
      snapshots: Object.keys(looks).map((name) => ({ name })),
    });
    for (const [name, look] of Object.entries(looks))
      await this.#upload({ name, captureId: capture.id }, look);
    const { id } = await this.#call<Diff>('/api/v1/diffs', {
      suite,
      headCaptureId: capture.id,
      ...(baselineRef === null ? {} : { baselineRef }),
      ...(targetRefs === null ? {} : { targetRefs }),
    });
    this.builds.set(label, {
      diffId: id,
      commit,
      sessionId: null,
      isEphemeral,
      isCompleted: false,
      isForgotten: false,
    });
  }

  /** By its hash; the bytes follow where the project has no such image yet. */
  async #upload(fields: Record<string, string>, look: string): Promise<void> {
    const { png, hash } = imageOf(look);
    const path = '/api/v1/snapshots';
    const known = await this.service.ask('POST', path, { ...fields, hash }, this.apiKey);
    if (known.status === 200) return;
    if (known.status !== 404) throw new Error(`POST ${path}: ${JSON.stringify(known.body)}`);
    const query = new URLSearchParams(fields);
    const sent = await this.service.upload(`${path}?${query}`, png, 'image/png', this.apiKey);
    if (sent.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(sent.body)}`);
  }

  async #call<Body>(path: string, body: object): Promise<Body> {
    const answer = await this.service.ask<Body>('POST', path, body, this.apiKey);
    if (answer.status !== 200)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  #build(label: string): DrivenBuild {
    const build = this.builds.get(label);
    if (!build) throw new Error(`there is no build ${label}`);
    return build;
  }
}
