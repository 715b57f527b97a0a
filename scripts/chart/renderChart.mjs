import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../setup/runProgram.mjs';

export const chartFolder = path.join(root, 'deploy/chart');
const source = path.join(root, 'scripts/chart/render.go');
const program = path.join(root, '.cache/chart/render');
/** Where Debian puts the sources of Go packages. */
const packages = '/usr/share/gocode';

/** Why the chart cannot be rendered here, or null. */
export function whyNoGo() {
  if (spawnSync('go', ['version']).status !== 0) return 'there is no Go (Debian: golang-go)';
  return existsSync(path.join(packages, 'src/github.com/Masterminds/sprig'))
    ? null
    : 'there is no sprig (Debian: golang-github-masterminds-sprig-dev)';
}

export function buildRenderer() {
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return;
  mkdirSync(path.dirname(program), { recursive: true });
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: packages };
  const { status, stderr } = spawnSync('go', ['build', '-o', program, source], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

export const readChart = (name) => parse(readFileSync(path.join(chartFolder, name), 'utf8'));

/** Values over those of the chart, as Helm lays them. */
export function overDefaults(values, defaults = readChart('values.yaml')) {
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const merged = { ...defaults };
  for (const [name, value] of Object.entries(values)) {
    merged[name] = isMap(value) && isMap(defaults[name]) ? overDefaults(value, defaults[name]) : value;
  }
  return merged;
}

/**
 * The objects of the chart for some values.
 *
 * @returns {object[]}
 * @throws {Error} with what the chart says of values that it refuses
 */
export function renderChart(values, { release = 'svc' } = {}) {
  const { name, version, appVersion } = readChart('Chart.yaml');
  const input = {
    chart: { Name: name, Version: version, AppVersion: appVersion },
    release: { Name: release, Namespace: 'default', Service: 'Helm' },
    values: overDefaults(values),
  };
  const { status, stdout, stderr } = spawnSync(program, [chartFolder], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Object.entries(JSON.parse(stdout))
    .filter(([file]) => file.endsWith('.yaml'))
    .flatMap(([, text]) => parseAllDocuments(text, { strict: true, uniqueKeys: true }))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    })
    .filter((one) => one !== null);
}
