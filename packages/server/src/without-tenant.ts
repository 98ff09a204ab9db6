import type { Fields } from './request-shape.ts';

/** The parameters without `tenant`: callers do not choose whom they act for. */
export function withoutTenant(params: Fields): Fields {
  if (!('tenant' in params)) return params;
  const { tenant: _tenant, ...rest } = params;
  return rest;
}
