// Everything named here is public; nothing else is.
export {
  detectDocument,
  type DetectedDocument,
  type DocumentCandidate,
} from './documents/detect-document.ts';
export {
  DOCUMENT_DIALECTS,
  isDocumentDialect,
  listDocumentForms,
  type DocumentDialect,
  type DocumentForm,
  type FormChoice,
} from './documents/document-form.ts';
export { resolveSchema, type SchemaPlace } from './documents/resolve-schema.ts';
export { validateDocument, type DocumentReport } from './documents/validate-document.ts';
export {
  readDocumentText,
  validateDocumentText,
  type DocumentTextReport,
  type PlacedProblem,
  type ReadDocumentText,
} from './documents/validate-document-text.ts';
