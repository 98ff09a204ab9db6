import type { Behaviour } from '../served.ts';
import { BODIES } from './bodies.ts';
import { CALLERS } from './callers.ts';
import { CALLS } from './calls.ts';
import { CARDS } from './cards.ts';
import { DOORS } from './doors.ts';
import { MCP } from './mcp.ts';
import { OPERATION } from './operation.ts';
import { PAGES } from './pages.ts';
import { STREAMS } from './streams.ts';
import { TASKS } from './tasks.ts';

/** What is tried on every host, in this order: the last one closes an agent. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...CALLS,
  ...STREAMS,
  ...TASKS,
  ...BODIES,
  ...CARDS,
  ...CALLERS,
  ...DOORS,
  ...MCP,
  ...PAGES,
  ...OPERATION,
];
