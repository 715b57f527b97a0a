import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './readPages.mjs';

const repository = 'https://github.com/svc-vrt/svc';
const isImage = /\.(?:png|jpe?g|gif|svg|webp)$/;

/**
 * Where a link of a page leads on the site: to a page, to an image that comes along, or to the repository.
 *
 * @param {string} target as written, such as `../ci.md#settings`
 * @param {string} source the page that has the link
 * @param {Map<string, string>} names of pages, by their sources
 * @returns {{page: string, anchor: string} | {image: string} | {elsewhere: string}}
 */
export function resolveLink(target, source, names) {
  if (/^[a-z]+:/i.test(target) || target.startsWith('#')) return { elsewhere: target };
  const [, file, anchor] = /^([^#]*)(#.*)?$/.exec(target);
  const wanted = path.posix.join(path.posix.dirname(source), decodeURI(file)).replace(/\/$/, '');
  const page = names.get(wanted) ?? names.get(`${wanted}/README.md`);
  if (page !== undefined) return { page, anchor: anchor ?? '' };
  assert(existsSync(path.join(root, wanted)), `${source} links to ${target}: there is no ${wanted}`);
  if (isImage.test(wanted)) return { image: wanted };
  const kind = statSync(path.join(root, wanted)).isDirectory() ? 'tree' : 'blob';
  return { elsewhere: `${repository}/${kind}/main/${wanted}${anchor ?? ''}` };
}
