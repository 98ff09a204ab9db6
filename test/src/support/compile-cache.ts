import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For programs that are not given the environment of the tests: half of a short life is spent compiling
 * otherwise.
 */
export const COMPILE_CACHE: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
};
