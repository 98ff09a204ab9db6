// These exports are for packages of this workspace only, and may change with any version.
export { createBareDescription } from './agent/bare-description.ts';
export { followCall } from './agent/follow-call.ts';
export { createGatewayRequests, limitWait, toAscii } from './agent/gateway-requests.ts';
export { createId } from './agent/create-id.ts';
export { isGivenUp, isOver, isUnacknowledged, toFailure } from './agent/thread-entry.ts';
export { loadTaskResult } from './task/task-view.tsx';
export { codeLoader, lazyPart } from './loading/code-loader.ts';
export { formatCsv } from './result/export/csv.ts';
export { LANGUAGES, toLocale, type Language } from './page/page-language.ts';
export { createIcon, drawIcon } from './page/page-icon.tsx';
export {
  readPageAppearance,
  showPageAppearance,
  type PageAppearance,
  type Scheme,
} from './page/page-appearance.ts';
export { createStateLabel } from './page/state-label.tsx';
export { createFormValidator } from './validation/create-form-validator.ts';
export { parseCsv, type TextTable } from './text/parse-csv.ts';
export { formatNumber } from './text/format-number.ts';
export { readCell } from './text/read-cell.ts';
export { ErrorBoundary } from './text/error-boundary.tsx';
export { FileButton } from './files/file-button.tsx';
export { FilePicker } from './files/file-picker.tsx';
export { type PickedFiles, type SentFiles, usePickedFiles } from './files/use-picked-files.ts';
