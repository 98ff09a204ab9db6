import {
  validateDocumentText,
  type DocumentTextReport,
  type FormChoice,
} from '@formwork/documents';

/** The outcome of checking a document in the page. */
export type CheckedText =
  | { readonly kind: 'checked'; readonly report: DocumentTextReport }
  | { readonly kind: 'failed' };

/**
 * Checks a document. Never throws, because a document that cannot be checked must not take the page
 * down.
 */
export function checkText(source: string | Uint8Array, choice: FormChoice = {}): CheckedText {
  try {
    return { kind: 'checked', report: validateDocumentText(source, choice) };
  } catch {
    return { kind: 'failed' };
  }
}
