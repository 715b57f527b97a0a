import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Server, startServer } from '../../service/startServer.js';

/** A process of the service that is started again whenever it ends, as a supervisor would. */
export interface KeptServer {
  pid(): Promise<number>;
  /** Ends it with SIGKILL, and resolves when it has started again. */
  kill(): Promise<void>;
  /** Asks it to end with SIGTERM, and resolves with its exit code when it has started again. */
  restart(): Promise<number | null>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

export interface KeptServerOptions {
  name: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** Told when it ends though nobody asked it to. */
  onLost: (what: string) => void;
  /** The end of what each process printed is kept there. */
  onOutput: (output: string) => void;
}

/** Milliseconds between attempts to start it, such as while its database is away. */
const startPause = 500;
const lastLines = 15;

export async function keepServer(options: KeptServerOptions): Promise<KeptServer> {
  const { name, dataDir, env, onLost, onOutput } = options;
  let stopped = false;
  let wanted = false;
  let starting = startAgain();

  async function startAgain(): Promise<Server> {
    for (;;) {
      try {
        const server = await startServer(dataDir, env);
        watch(server);
        return server;
      } catch (error) {
        if (stopped) throw error;
        onOutput(String(error));
        await sleep(startPause);
      }
    }
  }

  function watch(server: Server): void {
    server.process.once('exit', (code, signal) => {
      onOutput(server.output());
      if (wanted) return;
      const output = server.output().trimEnd().split('\n').slice(-lastLines).join('\n    ');
      onLost(`the ${name} ended without being asked to (${signal ?? `exit code ${code}`}):\n    ${output}`);
      starting = startAgain();
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const { process } = await starting;
    // It may end at this very moment: then there is another one.
    if (process.exitCode !== null || process.signalCode !== null) return end(signal);
    wanted = true;
    const exited = once(process, 'exit');
    process.kill(signal);
    const [code] = await exited;
    wanted = false;
    return code;
  }

  async function endAndStart(signal: NodeJS.Signals): Promise<number | null> {
    const code = await end(signal);
    starting = startAgain();
    await starting;
    return code;
  }

  await starting;
  return {
    pid: async () => (await starting).process.pid ?? 0,
    kill: async () => void (await endAndStart('SIGKILL')),
    restart: () => endAndStart('SIGTERM'),
    async stop() {
      stopped = true;
      await end('SIGKILL');
    },
  };
}
