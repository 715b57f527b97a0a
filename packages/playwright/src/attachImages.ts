import { readFileSync } from 'node:fs';
import { extname, sep } from 'node:path';
import type { TestResult, TestStep } from '@playwright/test/reporter';
import type { RunReport, Shot } from '@svc/test-core';

/**
 * Takes pictures of ours out of the attachments of a result and its steps: Playwright calls what is new to it expected, which
 * it is not. Where it compared two pictures of one name, what it shows of them stays.
 */
export function dropOwnAttachments(folder: string, result: TestResult): void {
  const compared = new Set(
    result.attachments.flatMap(({ name }) => {
      const expected = name.replace(/-diff(\.\w+)$/, '-expected$1');
      return expected === name ? [] : [expected];
    }),
  );
  const own = new Set(
    result.attachments
      .filter(({ name, path }) => path?.startsWith(`${folder}${sep}`) && !compared.has(name))
      .flatMap(({ name }) => [name, name.replace(/-expected(\.\w+)$/, '-actual$1')]),
  );
  if (own.size > 0) drop(result, own);
}

function drop(
  { attachments, steps }: Pick<TestResult | TestStep, 'attachments' | 'steps'>,
  names: ReadonlySet<string>,
) {
  attachments.splice(0, attachments.length, ...attachments.filter(({ name }) => !names.has(name)));
  for (const step of steps) drop(step, names);
}

/** Attaches the images of a result under the names of which Playwright's HTML report makes a slider. */
export function attachImages(
  { sent, images }: Pick<RunReport, 'sent' | 'images'>,
  results: ReadonlyMap<Shot, TestResult>,
  attach: 'changed' | 'all',
): void {
  for (const { shot } of sent) {
    const others = images.get(shot);
    const result = results.get(shot);
    if (!result || (!others && attach === 'changed')) continue;
    const size = shot.viewport ? ` ${shot.viewport.width}x${shot.viewport.height}` : '';
    const name = `${shot.name.split(' > ').slice(1).join(' > ') || shot.name}${size}`.replace(
      /\.(png|webp)$/,
      '',
    );
    const own = extname(shot.file).slice(1);
    const add = (kind: string, body: Uint8Array | null | undefined, type = 'png') =>
      body &&
      result.attachments.push({
        // The report knows images of one comparison by their equal names.
        name: `${name}-${kind}.png`,
        contentType: `image/${type}`,
        body: Buffer.from(body),
      });
    add('expected', others?.expected);
    add('actual', readFileSync(shot.file), own);
    add('diff', others?.diff);
  }
}
