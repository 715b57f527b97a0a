/** Ends the wait for work that does not get on; the work itself has to be ended by the caller. */
export interface Deadline {
  /** @throws Error with the message, if the time ends before the work does */
  race<Answer>(work: Promise<Answer>): Promise<Answer>;
  /** The work got on: the time begins again. */
  renew(): void;
  isOver(): boolean;
}

/** @param message says what took too long, and what to do */
export function createDeadline(patienceMs: number, message: string): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  return {
    async race(work) {
      const over = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          isOver = true;
          reject(new Error(message));
        }, patienceMs);
      });
      try {
        return await Promise.race([work, over]);
      } finally {
        clearTimeout(timer);
      }
    },
    renew() {
      if (!isOver) timer?.refresh();
    },
    isOver: () => isOver,
  };
}
