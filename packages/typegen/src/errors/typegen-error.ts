import { FormworkError } from '@formwork/core';

/** Base of every error of this package. */
export abstract class TypegenError extends FormworkError {}
