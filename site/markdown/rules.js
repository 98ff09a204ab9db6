import { checkNames } from './check-names.js';
import { shortenCode } from './code.js';
import { drawDiagrams } from './diagrams.js';
import { writeLanding } from './landing.js';
import { linkPages } from './links.js';
import { linkNames } from './names.js';
import { writeReference } from './reference.js';

/**
 * Gives a renderer of Markdown what this site adds, in the order in which it is done.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 * @param {import('./faults.js').Faults} faults
 */
export function addRules(md, faults) {
  shortenCode(md);
  writeLanding(md);
  writeReference(md);
  linkPages(md, faults);
  checkNames(md, faults);
  linkNames(md);
  drawDiagrams(md);
}
