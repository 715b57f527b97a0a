import { storyScript } from '@svc/stabilise';
import { type StoryPage, storySteps } from '@svc/test-core/stories';
import { checkStorybookOptions, type SvcStorybookOptions } from './options.js';
import { takeStory } from './takeStory.js';

interface Visit {
  id: string;
  hasFailure?: boolean;
}
type Visitor = (page: StoryPage, visit: Visit) => Promise<void>;
interface Preparation {
  page: StoryPage;
  browserContext: { setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> };
  testRunnerConfig: unknown;
}
type Prepare = (preparation: Preparation) => Promise<void>;

/** The hooks of `.storybook/test-runner` that this plugin shares with a project. */
interface Hooks {
  prepare?: Prepare;
  postVisit?: Visitor;
  /** What `postVisit` was called before. */
  postRender?: Visitor | undefined;
  getHttpHeaders?: (url: string) => Promise<Record<string, string>>;
}
/**
 * For `.storybook/test-runner`: every story that the runner visits, and that passes, is a snapshot, which is uploaded and
 * compared when the tests have ended.
 * @param config hooks and settings of the project's own
 */
export function withSvc<Config extends object>(config: Config, options: SvcStorybookOptions): Config {
  checkStorybookOptions(options);
  const own: Hooks = config;
  const visitOwn = own.postVisit ?? own.postRender;
  const hooks: Hooks = {
    async prepare(preparation) {
      const content = storyScript(storySteps(options.stabilise));
      await preparation.page.addInitScript({ content });
      await (own.prepare ?? openPreview(own))(preparation);
    },
    // The runner refuses both.
    postRender: undefined,
    async postVisit(page, visit) {
      await visitOwn?.(page, visit);
      if (!visit.hasFailure) await takeStory(page, visit.id, options);
    },
  };
  return { ...config, ...hooks };
}

/** What the runner does if it is told nothing. */
const openPreview =
  ({ getHttpHeaders }: Hooks): Prepare =>
  async ({ page, browserContext }) => {
    const url = new URL('iframe.html', process.env.TARGET_URL).href;
    if (getHttpHeaders) await browserContext.setExtraHTTPHeaders(await getHttpHeaders(url));
    await page.goto(url, { waitUntil: 'load' });
  };
