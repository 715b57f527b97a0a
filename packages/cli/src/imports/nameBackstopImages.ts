import { snapshotName } from '@svc/schema/snapshotName';
import type { Viewport } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { isRecord } from './readConfiguration.js';

export interface BackstopImage {
  name: string;
  viewport: Viewport;
  /** In the folder of references. */
  file: string;
}

interface View {
  label: string;
  index: number;
  viewport: Viewport;
}

interface Scenario {
  label: string;
  index: number;
  selectors: string[];
  /** One selector stands for all elements that match it. */
  isExpanded: boolean;
  views: View[];
}

const usualTemplate =
  '{configId}_{scenarioLabel}_{selectorIndex}_{selectorLabel}_{viewportIndex}_{viewportLabel}';

/** In the place of what is known only from the file: it stays as it is in a file name of BackstopJS. */
const anyNumber = 'SVC-NUMBER';
const anyElement = 'SVC-ELEMENT';

/**
 * The reference images of a configuration of BackstopJS, named by their scenario.
 * @param files in the folder of references
 */
export function nameBackstopImages(
  configuration: Record<string, unknown>,
  files: readonly string[],
): { named: BackstopImage[]; unknown: string[] } {
  const taken = new Set<string>();
  const named: BackstopImage[] = [];
  for (const scenario of scenariosOf(configuration)) {
    for (const view of scenario.views) {
      for (const [index, selector] of scenario.selectors.entries()) {
        const pattern = patternOf(configuration, scenario, view, { index, selector });
        for (const file of files) {
          const match = pattern.exec(file);
          if (!match || taken.has(file)) continue;
          taken.add(file);
          named.push({
            name: nameOf(scenario, selector, match.groups?.element),
            viewport: view.viewport,
            file,
          });
        }
      }
    }
  }
  return { named, unknown: files.filter((file) => !taken.has(file)) };
}

/** The scenario alone where it has one image in each viewport. */
function nameOf({ label, selectors, isExpanded }: Scenario, selector: string, element = ''): string {
  if (selectors.length === 1 && !isExpanded) return label;
  // BackstopJS calls the second element that matches `__n1`.
  const [, number] = /^__n(\d+)$/.exec(element) ?? [];
  return snapshotName(label, selector, number === undefined ? '' : Number(number) + 1);
}

/** What a file of this image is called, as BackstopJS makes it. */
function patternOf(
  configuration: Record<string, unknown>,
  scenario: Scenario,
  view: View,
  { index, selector }: { index: number; selector: string },
): RegExp {
  const { id, fileNameTemplate, outputFormat } = configuration;
  const template = typeof fileNameTemplate === 'string' ? fileNameTemplate : usualTemplate;
  const [format = 'png'] = /jpg|jpeg/.exec(String(outputFormat ?? '')) ?? [];
  // Without an id BackstopJS takes a number from the path of the configuration, another one on each machine.
  const configId = typeof id === 'string' && id !== '' ? id : anyNumber;
  // BackstopJS replaces with texts as well: `$&` in a label means the same.
  const text = template
    .replace('{configId}', configId)
    .replace('{scenarioIndex}', String(scenario.index))
    .replace('{scenarioLabel}', scenario.label.replace(/[ /]/g, '_'))
    .replace('{selectorIndex}', scenario.isExpanded ? anyNumber : String(index))
    .replace(
      '{selectorLabel}',
      selector.replace(/[^a-z0-9_-]/gi, '') + (scenario.isExpanded ? anyElement : ''),
    )
    .replace('{viewportIndex}', String(view.index))
    .replace('{viewportLabel}', view.label.replace(/[ /]/g, '_'))
    .replace(/[^a-z0-9_-]/gi, '');
  const source = text.replaceAll(anyNumber, '\\d+').replace(anyElement, '(?<element>(?:__n\\d+)?)');
  return new RegExp(`^${source}\\.${format}$`);
}

function scenariosOf(configuration: Record<string, unknown>): Scenario[] {
  const views = viewsOf(configuration.viewports);
  const { scenarios } = configuration;
  if (!Array.isArray(scenarios) || scenarios.length === 0)
    throw new CliError('BAD_CONFIGURATION', 'the configuration of BackstopJS has no scenarios');
  return scenarios.map((scenario: unknown, index): Scenario => {
    if (!isRecord(scenario) || typeof scenario.label !== 'string')
      throw new CliError('BAD_CONFIGURATION', `scenario ${index + 1} of BackstopJS has no label`);
    const own = viewsOf(scenario.viewports);
    const selectors = Array.isArray(scenario.selectors) ? scenario.selectors.map(String) : [];
    return {
      label: scenario.label,
      index,
      selectors: selectors.length > 0 ? selectors : ['document'],
      isExpanded: String(scenario.selectorExpansion) === 'true',
      views: own.length > 0 ? own : views,
    };
  });
}

const viewsOf = (viewports: unknown): View[] =>
  (Array.isArray(viewports) ? viewports : []).map((one: unknown, index): View => {
    const view = isRecord(one) ? one : {};
    const size = isRecord(view.viewport) ? view.viewport : {};
    const [width, height] = [view.width || size.width, view.height || size.height].map(Number);
    if (!width || !height)
      throw new CliError('BAD_CONFIGURATION', `viewport ${index + 1} of BackstopJS has no width and height`);
    return { label: String(view.label || view.name || ''), index, viewport: { width, height } };
  });
