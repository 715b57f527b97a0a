/** For the longest that settling may take, on a busy machine: the picture is taken anyway. */
const limitMs = 20_000;

/** A frame of a page, in any library that drives browsers. */
export interface EvaluatingFrame {
  evaluate(expression: string): Promise<unknown>;
}

/** A frame that goes away meanwhile, or does not answer, holds nothing up. */
async function evaluate(frame: EvaluatingFrame, expression: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  return Promise.race([frame.evaluate(expression).catch(() => null), late]).finally(() =>
    clearTimeout(timer),
  );
}

/** Evaluates an expression in every frame of a page. @returns the answer of its main frame */
export async function evaluateInFrames(
  page: { mainFrame(): EvaluatingFrame; frames(): readonly EvaluatingFrame[] },
  expression: string,
): Promise<unknown> {
  const main = page.mainFrame();
  const others = page.frames().filter((frame) => frame !== main);
  const [answer] = await Promise.all([main, ...others].map((frame) => evaluate(frame, expression)));
  return answer;
}
