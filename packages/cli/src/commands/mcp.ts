import type { Command } from 'commander';
import { resolveService } from '../access/resolveService.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addServiceFlags, type ServiceFlags } from '../flags.js';
import { bridge } from '../mcp/bridge.js';
import { createPost } from '../mcp/postMessage.js';

async function serve(flags: ServiceFlags, context: Context): Promise<number> {
  const service = await resolveService(flags, context);
  await bridge(context, createPost(service, context.signal));
  return exitCodes.success;
}

export function addMcp(program: Command, run: Run): void {
  const command = program
    .command('mcp')
    .summary('give a coding agent the tools of the service')
    .description(
      'Carries messages of the Model Context Protocol between stdin and stdout and the service, with your credential. ' +
        'Agents start it. With an API key they read, capture and compare; with a login (svc login) they also approve ' +
        'and reject, each time after you confirm the number and names of the snapshots.',
    );
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
Configure an agent with the command "npx" and the arguments "--no svc mcp", or:
  $ claude mcp add svc -- npx --no svc mcp
  $ codex mcp add svc -- npx --no svc mcp

Clients that speak HTTP reach the same tools at <address of the service>/mcp with the header X-API-Key.`,
    )
    .action((flags: ServiceFlags) => run((context) => serve(flags, context)));
}
