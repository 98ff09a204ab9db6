/**
 * The id of the MCP extension with which hosts show pages of a server (SEP-1865, MCP Apps
 * 2026-01-26).
 */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

/** The id of the extension of MCP 2026-07-28 with which a call becomes a task. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
