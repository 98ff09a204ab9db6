// This module is separate, so that bundlers can put it, with the analysis of patterns, into a file
// that a page loads only when it connects.
export { vetSchema } from '@formwork/schema';
