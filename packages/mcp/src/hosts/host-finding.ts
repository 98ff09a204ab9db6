import type { JsonSchema } from '@formwork/schema';

/** A tool as a host gets it. */
export interface CheckedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** The offer to a host. */
export interface HostOffer {
  readonly tools: readonly CheckedTool[];
  readonly instructions: string;
  /** How long a call blocks at most, in milliseconds. */
  readonly budgetMs: number;
  /** The name of the server in the host's settings. Default `agents`. */
  readonly serverName?: string;
}

/** A finding about a host. */
export interface HostFinding {
  /** `lost`: a model or a person does not get it. `changed`: they get it in another way. */
  readonly effect: 'lost' | 'changed';
  /** Which fact of the profile it is about. */
  readonly rule:
    | 'names'
    | 'count'
    | 'descriptions'
    | 'instructions'
    | 'schemas'
    | 'results'
    | 'time'
    | 'tasks'
    | 'questions'
    | 'pages';
  /** The tool that it is about; `''` for all of them. */
  readonly tool: string;
  readonly message: string;
}
