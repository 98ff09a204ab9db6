import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment variable by which Node keeps compiled code, for programs that do not inherit the
 * environment of the tests. Short programs otherwise spend half of their time compiling.
 */
export const COMPILE_CACHE: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
};
