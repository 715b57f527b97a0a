import type {} from '../DocumentKit.js';
import type {} from './StorybookWindow.js';

interface Channel {
  on(event: string, listener: (detail: unknown) => void): void;
}

/** Runs before any script of a document: follows what Storybook's preview says about the story it shows. */
export function watchStorybook(): void {
  const kit = window.svcDocumentKit;
  const renderStarts = ['preparing', 'loading', 'rendering'];
  /** Testing libraries append the whole document. */
  const longestMessage = 2_000;
  const known = new WeakSet<object>();
  let starting = false;

  const field = (detail: unknown, name: string): unknown =>
    typeof detail === 'object' && detail !== null ? Reflect.get(detail, name) : undefined;
  const fail = (prefix: string) => (detail: unknown) => {
    const first: unknown = Array.isArray(detail) ? detail[0] : detail;
    const message = field(first, 'message') ?? field(first, 'description') ?? field(first, 'title') ?? first;
    kit.story.error ??= `${prefix}: ${String(message).slice(0, longestMessage)}`;
    kit.heard();
  };
  const failPlay = (prefix: string) => (detail: unknown) => {
    const step = kit.playSteps.at(-1);
    fail(step === undefined ? prefix : `${prefix} in the step "${step}"`)(detail);
  };

  /**
   * A renderer may load its framework between the phase and the story's function, and only for the first story of a
   * page; what that takes from the random numbers must not matter. So they start over with the function itself.
   */
  const reseedWithStory = () => {
    const story = window.__STORYBOOK_PREVIEW__?.currentRender?.story;
    const original = story?.unboundStoryFn;
    if (!story || !original || known.has(story) || Object.isFrozen(story)) return;
    known.add(story);
    const { runStep } = story;
    if (runStep) {
      story.runStep = async (label, play, context) => {
        kit.playSteps.push(label);
        await runStep.call(story, label, play, context);
        kit.playSteps.pop();
      };
    }
    story.unboundStoryFn = (context) => {
      if (starting) {
        kit.reseed('running');
        kit.beginStory();
      }
      starting = false;
      return original(context);
    };
  };

  const follow = (channel: Channel) => {
    channel.on('storyRenderPhaseChanged', (detail) => {
      const phase = String(field(detail, 'newPhase'));
      const id = field(detail, 'storyId');
      if (renderStarts.includes(phase)) {
        kit.reseed(phase === 'rendering' ? 'running' : 'loading');
        starting = true;
        kit.playSteps = [];
        if (phase === 'rendering') kit.beginStory();
      }
      // Version 9 and later sleep here, for animations to begin. The fleet finds and ends animations itself.
      if (phase === 'completing') kit.hurryTimers();
      if (kit.story.id === '' && typeof id === 'string') kit.story.id = id;
      if (kit.story.id === id) kit.story.phase = phase;
      kit.heard();
    });
    channel.on('storyPrepared', reseedWithStory);
    channel.on('storyThrewException', fail('the story threw an error'));
    channel.on('storyErrored', fail('the story reported an error'));
    channel.on('playFunctionThrewException', failPlay('the play function failed'));
    channel.on('unhandledErrorsWhilePlaying', failPlay('an error was thrown while the play function ran'));
    channel.on('configError', fail('Storybook could not start'));
    channel.on('storyMissing', (id) => {
      if (id === kit.story.id || kit.story.id === '')
        kit.story.error ??= `the build has no story ${String(id)}`;
      kit.heard();
    });
  };

  const name = '__STORYBOOK_ADDONS_CHANNEL__';
  Object.defineProperty(window, name, {
    configurable: true,
    set(channel: Channel) {
      Object.defineProperty(window, name, { value: channel, writable: true, configurable: true });
      follow(channel);
    },
  });
}
