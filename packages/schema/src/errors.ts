// Errors and problems in words, apart from the code that judges schemas: a page that shows them need
// not load it.
export { FormworkError, isFormworkError, toErrorText } from './errors/formwork-error.ts';
export type { Problem } from './problems/problem.ts';
export { toPlainText } from './problems/problem-text.ts';
