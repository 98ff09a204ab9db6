// Everything named here is public; nothing else is.
export {
  compareAgentCards,
  type CompareAgentCardsOptions,
} from './compatibility/compare-agent-cards.ts';
export {
  detectDocument,
  type DetectedDocument,
  type DocumentCandidate,
} from './detect-document.ts';
export {
  DOCUMENT_DIALECTS,
  isDocumentDialect,
  listDocumentForms,
  type DocumentDialect,
  type DocumentForm,
  type FormChoice,
} from './document-form.ts';
export { resolveSchema, type SchemaLocation } from './resolve-schema.ts';
export { validateDocument, type DocumentReport } from './validate-document.ts';
export {
  readDocumentText,
  validateDocumentText,
  type DocumentTextReport,
  type PlacedProblem,
  type ReadDocumentText,
} from './validate-document-text.ts';
