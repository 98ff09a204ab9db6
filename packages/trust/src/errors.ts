import { FormworkError } from '@formwork/schema';

/** Thrown for a card that cannot be trusted; its message says why, and what to do. */
export class CardTrustError extends FormworkError {
  readonly code = 'CARD_NOT_TRUSTED';
}
