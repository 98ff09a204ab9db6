import { FormworkError } from '@formwork/schema';

/** Thrown when a server of MCP cannot be reached, or has no tool that could become a skill. */
export class McpServerError extends FormworkError {
  readonly code = 'MCP_SERVER_UNUSABLE';
}
