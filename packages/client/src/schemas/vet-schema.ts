// A module of its own, so that bundlers can put it, and the analysis of patterns with it, into a file
// that a page loads when it connects.
export { vetSchema } from '@formwork/schema';
