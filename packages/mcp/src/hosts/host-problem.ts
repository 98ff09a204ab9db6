import type { JsonSchema } from '@formwork/schema';

/** A tool in the form in which a host gets it. */
export interface CheckedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** The tools and settings of a bridge that a host is checked against. */
export interface HostInput {
  readonly tools: readonly CheckedTool[];
  readonly instructions: string;
  /** The longest time that a call waits for its result, in milliseconds. */
  readonly budgetMs: number;
  /** The name of the server in the host's settings. Default `agents`. */
  readonly serverName?: string;
}

/** A problem about a host: something that it does not pass on unchanged. */
export interface HostProblem {
  /**
   * The effect on models and people: `lost` if they do not get something, `changed` if they get it
   * in another form.
   */
  readonly effect: 'lost' | 'changed';
  /** The fact in the host's profile that the problem is based on. */
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
  /** The name of the tool that the problem concerns; `''` if it concerns all tools. */
  readonly tool: string;
  readonly message: string;
}
