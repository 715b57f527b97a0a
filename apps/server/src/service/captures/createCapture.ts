import type { CaptureTarget, CreateCaptureBody } from '@svc/schema';
import { readPart } from '../../domain/checks/Part.js';
import { runColumns } from '../../domain/checks/runColumns.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { readSlot, slotKey, type WireSlot } from '../../domain/slot.js';
import {
  type CaptureRow,
  countSnapshots,
  findCapture,
  insertCapture,
  lockCapture,
} from '../../store/captures/captures.js';
import { insertSnapshots } from '../../store/captures/insertSnapshots.js';
import { listKnownImages } from '../../store/images/images.js';
import { ensureSuite } from '../../store/projects/suites.js';
import { useSite } from '../../store/sites/sites.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { isHeldToEphemeral, requireOwnBranch } from '../access/refuseStrayUpload.js';
import { askForPull } from '../commits/askForPull.js';
import { strayRefusal, verifyClaim } from '../commits/verifyClaim.js';
import type { Resources } from '../Resources.js';
import { endSuperseded } from './endSuperseded.js';
import { ephemeralEnd } from './expireCaptures.js';
import { finishCapture } from './finishCapture.js';

interface Announced extends WireSlot {
  hash?: string | undefined;
  target?: CaptureTarget | undefined;
}

/**
 * Makes a capture: in fleet mode its targets are queued, in manual mode its snapshots are awaited.
 * @throws ServiceError VALIDATION_ERROR, BRANCH_REQUIRED, SITE_NOT_FOUND, SITE_NOT_READY, IMAGE_NOT_FOUND
 */
export async function createCapture(
  resources: Resources,
  access: ProjectAccess,
  given: CreateCaptureBody,
  attempt: Attempt = onlyAttempt,
): Promise<string> {
  const id = attempt.newId('capture');
  const made = attempt.isRepeated ? await findCapture(resources.database, access.project.id, id) : undefined;
  const capture = made ?? (await make(resources, access, given, id));
  await endSuperseded(resources, access.project, capture);
  return id;
}

async function make(
  resources: Resources,
  access: ProjectAccess,
  given: CreateCaptureBody,
  id: string,
): Promise<CaptureRow> {
  const body = isHeldToEphemeral(access) ? { ...given, ephemeral: true, isLocal: false } : given;
  if (!body.ephemeral) requireOwnBranch(access, body.branch);
  refuseContradictions(body);
  const field = body.targets ? 'targets' : 'snapshots';
  const announced: Announced[] = body.targets
    ? body.targets.map((target) => ({ name: target.name, viewport: target.viewport, target }))
    : (body.snapshots ?? []);
  refuseDuplicates(announced, field);
  if (body.targets) await refuseForeignSites(resources, access, body.targets);
  const storedHashes = await findStoredHashes(resources, access, announced);

  await refuseStray(resources, access, body);

  const { database, queue } = resources;
  const suite = await ensureSuite(database, access.project.id, body.suite);
  return database.transaction().execute(async (transaction) => {
    await insertCapture(transaction, {
      id,
      projectId: access.project.id,
      suiteId: suite.id,
      mode: body.targets ? 'fleet' : 'manual',
      branch: body.ephemeral ? null : (body.branch ?? null),
      commit: body.ephemeral ? null : (body.commit ?? null),
      baselineRef: body.baselineRef ?? null,
      ...runColumns(body.ephemeral ? { ...body, commit: undefined, checkout: undefined } : body),
      ci: body.ci ? JSON.stringify(body.ci) : null,
      open: body.targets === undefined && body.snapshots === undefined,
      proof: body.proof ?? true,
      partial: body.partial || isShard(body),
      // A shard is partial, and complete together with the others (R46).
      complete: body.complete && (!body.partial || isShard(body)),
      ephemeral: body.ephemeral,
      namespace: body.isLocal ? access.namespace : '',
      autoApprove: body.autoApprove,
      autoBaseline: body.autoBaseline,
      history: body.history ?? [],
      actor: access.actor,
      expiresAt: body.ephemeral ? ephemeralEnd() : null,
    });
    await insertSnapshots(
      transaction,
      announced.map(({ hash, target, ...slot }, position) => ({
        projectId: access.project.id,
        captureId: id,
        ...readSlot(slot),
        position,
        status: hash ? ('captured' as const) : ('pending' as const),
        hash: hash === undefined ? null : (storedHashes.get(hash) as string),
        path: target?.path ? JSON.stringify(target.path) : null,
        metadata: target?.metadata ? JSON.stringify(target.metadata) : null,
        target: target ? JSON.stringify(target) : null,
        threshold: target?.diffThreshold ?? null,
        antiAliasing: target?.diffIncludeAntiAliasing === undefined ? null : !target.diffIncludeAntiAliasing,
      })),
    );
    const completed = announced.filter((snapshot) => snapshot.hash).length;
    await countSnapshots(
      transaction,
      id,
      { total: announced.length, completed, failed: 0 },
      { begun: completed > 0 },
    );
    const job = { captureId: id, projectId: access.project.id };
    await askForPull(resources, transaction, job, body.ci);
    if (body.targets) await queue.enqueue(transaction, 'captureTargets', job);
    const capture = (await lockCapture(transaction, id)) as CaptureRow;
    await finishCapture(resources, transaction, capture);
    return capture;
  });
}

function refuseContradictions(body: CreateCaptureBody): void {
  const refuse = (path: string, message: string): never => {
    throw new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, [{ path, message }]);
  };
  if (body.targets && body.snapshots)
    refuse('snapshots', 'a capture has either targets or snapshots, not both');
  if (body.ephemeral && body.autoApprove)
    refuse('autoApprove', 'an ephemeral capture never becomes a baseline');
  if (body.ephemeral && body.autoBaseline)
    refuse('autoBaseline', 'an ephemeral capture never becomes a baseline');
  if (body.autoBaseline && !body.branch) {
    throw new ServiceError('BRANCH_REQUIRED', 'autoBaseline needs a branch whose baselines it sets');
  }
}

/** Refuses `autoBaseline` before the first upload where the commit may not set baselines of the branch (R41). */
async function refuseStray(
  resources: Resources,
  { project }: ProjectAccess,
  { branch, commit, autoBaseline, isLocal }: CreateCaptureBody,
): Promise<void> {
  if (!autoBaseline || isLocal) return;
  const claim = { branch: branch ?? null, commit: commit ?? null };
  if (!(await verifyClaim(resources, project, claim))) throw strayRefusal(claim, project);
}

const isShard = (body: CreateCaptureBody): boolean => readPart(runColumns(body)).shard !== null;

/** R29: duplicate names in one capture are refused, naming both. */
function refuseDuplicates(announced: readonly Announced[], field: string): void {
  const seen = new Map<string, number>();
  for (const [index, one] of announced.entries()) {
    const slot = readSlot(one);
    const key = slotKey(slot);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      const size = slot.viewport && ` at ${slot.viewport}`;
      const browser = slot.browser && ` in ${slot.browser}`;
      const message = `"${slot.name}"${size}${browser} is both ${field}[${earlier}] and ${field}[${index}]; names must differ`;
      throw new ServiceError('VALIDATION_ERROR', message, [{ path: `${field}[${index}].name`, message }]);
    }
    seen.set(key, index);
  }
}

async function refuseForeignSites(
  { database, links }: Resources,
  access: ProjectAccess,
  targets: readonly CaptureTarget[],
): Promise<void> {
  const sites = new Set(targets.map((target) => links.siteOfUrl(target.url)));
  for (const siteId of sites) {
    if (siteId === null) continue;
    const site = await useSite(database, access.project.id, siteId);
    if (!site) throw new ServiceError('SITE_NOT_FOUND', 'Site not found');
    if (site.status !== 'ready') {
      throw new ServiceError(
        'SITE_NOT_READY',
        `Site ${siteId} is ${site.status}; capture it when it is ready`,
      );
    }
  }
}

/** The hash by which each announced image is stored. */
async function findStoredHashes(
  { database }: Resources,
  access: ProjectAccess,
  announced: readonly Announced[],
): Promise<Map<string, string>> {
  const hashes = [...new Set(announced.flatMap(({ hash }) => hash ?? []))];
  const known = await listKnownImages(database, access.project.id, hashes);
  const stored = new Map(known.map(({ askedHash, hash }) => [askedHash, hash]));
  const unknown = hashes.find((hash) => !stored.has(hash));
  if (unknown)
    throw new ServiceError(
      'IMAGE_NOT_FOUND',
      `Image ${unknown} is not known in this project; send its bytes`,
    );
  return stored;
}
