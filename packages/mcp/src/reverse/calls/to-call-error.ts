import { isPublicError, PublicError, TransientError, type TaskContext } from '@formwork/core';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { McpServerError } from '../../errors.ts';

const MAX_TEXT = 4000;

const LOST: ReadonlySet<string> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);

/** What a failed call means for its task: the caller is told, and what may pass is a `TransientError`. */
export function toCallError(error: unknown, { signal }: Pick<TaskContext, 'signal'>): unknown {
  if (signal.aborted) return signal.reason;
  if (isPublicError(error)) return error;
  if (error instanceof ProtocolError) {
    return new PublicError(`The MCP server refused the call: ${error.message.slice(0, MAX_TEXT)}`, {
      cause: error,
    });
  }
  if (error instanceof McpServerError) {
    const cause = new TransientError('The MCP server is not there', { cause: error });
    return new PublicError(
      'The MCP server is not there: it has ended and is started again. Try again later.',
      { cause },
    );
  }
  if (isLost(error)) {
    const cause = new TransientError('The MCP server is not there', { cause: error });
    return new PublicError(
      'The MCP server ended before the tool was done. Trying again may help.',
      {
        cause,
      },
    );
  }
  if (error instanceof SdkError) {
    return new PublicError('The MCP server gave an answer that is none of its protocol.', {
      cause: error,
    });
  }
  return error;
}

function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return true;
  if (error instanceof SdkError) return LOST.has(error.code);
  // `fetch` says so of connections that fail.
  return error instanceof TypeError;
}
