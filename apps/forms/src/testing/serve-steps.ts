import type { Step } from '@formwork/server';
import { serveByExpress, toStep } from '@formwork/server/internal';
import type { RequestHandler } from 'express';
import { type PageRoute, PageRoutes } from '../server/page-api.ts';

/** Serves a step by express. */
export const serveStep = (step: Step): RequestHandler => serveByExpress(step);

/** Serves routes of a page by express, whose errors are those of the app. */
export function serveRoutes(routes: readonly PageRoute[]): RequestHandler {
  const table = new PageRoutes(routes);
  return serveByExpress(toStep(async (exchange) => void (await table.answer(exchange))));
}
