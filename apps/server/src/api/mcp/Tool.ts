import type { OperationName } from '@svc/schema';
import type { z } from 'zod';
import type { ProjectAccess } from '../../service/access/ProjectAccess.js';
import type { Call } from './createCall.js';

/** Who calls a tool, and the API as they may use it. */
export interface Asker {
  access: ProjectAccess;
  call: Call;
  /** Reads a PNG by the path and query of its signed URL. */
  readImage: (path: string) => Promise<Buffer>;
}

/** A PNG that goes with an answer. */
export interface ToolImage {
  /** What it shows, such as `current`. */
  label: string;
  png: Buffer;
}

export interface ToolAnswer {
  data: unknown;
  images?: readonly ToolImage[];
}

/** Something that an agent can ask for. It does nothing but call operations of the API. */
export interface Tool {
  name: string;
  title: string;
  /** For the agent: what it is for, what it answers, and which tool comes next. */
  description: string;
  /** What it calls. Only a caller that may use all of them is offered the tool. */
  operations: readonly OperationName[];
  /** Whether it needs the login of a person, whatever the scopes of a key are. */
  onlyPeople: boolean;
  isReadOnly: boolean;
  input: z.ZodType;
  run(asker: Asker, input: never): Promise<ToolAnswer>;
}

/** A tool whose `run` takes what its `input` makes. */
export const defineTool = <Input extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(asker: Asker, input: z.output<Input>): Promise<ToolAnswer>;
  },
): Tool => tool;
