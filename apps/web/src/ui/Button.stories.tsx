import { Button } from './Button.js';

export default { title: 'Parts/Button' };

const looks = ['primary', 'plain', 'quiet', 'danger'] as const;

export const Looks = () => (
  <div className="grid w-fit grid-cols-4 gap-3">
    {looks.map((look) => (
      <Button key={look} look={look}>
        Approve
      </Button>
    ))}
    {looks.map((look) => (
      <Button key={look} look={look} icon="check">
        Approve
      </Button>
    ))}
    {looks.map((look) => (
      <Button key={look} look={look} icon="check" disabled>
        Approve
      </Button>
    ))}
    {looks.map((look) => (
      <Button key={look} look={look} icon="check" aria-label="Approve" />
    ))}
  </div>
);

export const Focused = {
  render: () => (
    <Button look="primary" data-testid="focused">
      Approve
    </Button>
  ),
  play: ({ canvasElement }: { canvasElement: HTMLElement }) =>
    canvasElement
      .querySelector<HTMLElement>('[data-testid=focused]')
      ?.focus({ focusVisible: true } as FocusOptions),
};
