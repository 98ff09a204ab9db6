/** Loads what draws forms. Asked for early, it is there when the agent has answered. */
export async function loadFormCard(): Promise<{
  readonly default: typeof import('./form-card.tsx').FormCard;
}> {
  return { default: (await import('./form-card.tsx')).FormCard };
}
