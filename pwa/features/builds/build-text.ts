import { buildMessages } from '#pwa/messages/en/builds.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { formatTotal } from '#pwa/messages/format-total.ts';
import type { AssessedBuild, AssessedPart } from './assess-build.ts';

/** Describes a part's problem; undefined when there is none. */
export function describeProblem({ problem, stock = 0 }: Pick<AssessedPart, 'problem' | 'stock'>): string | undefined {
  if (problem === 'sold-out') return buildMessages.soldOut;
  if (problem === 'fewer') return buildMessages.onlyLeft(stock);
  if (problem === 'deleted') return buildMessages.gone;
  return problem === 'not-here' ? buildMessages.notHere : undefined;
}

/** Returns a part's title; its number where no title is known. */
export const partTitle = ({ title, part }: Pick<AssessedPart, 'title' | 'part'>): string =>
  title === '' ? buildMessages.untitled(part.id) : title;

/** Returns a build's name; a stand-in for an empty one. */
export const buildName = (name: string): string => (name === '' ? buildMessages.unnamed : name);

/** Formats a build as lines of plain text: name, parts, totals and the link. */
export function formatBuildText(name: string, { parts, total, typicalTotal }: AssessedBuild, link: string): string {
  const lines = parts.map((each) => {
    const price = each.price === 0 ? buildMessages.noPrice : formatPrice(each.price);
    const slot = each.slot === '' ? buildMessages.otherParts : each.slot;
    return buildMessages.textLine(slot, each.part.quantity, partTitle(each), describeProblem(each) ?? price);
  });
  const totals = [buildMessages.textTotal(buildMessages.total, buildMessages.amount(formatTotal(total)))];
  if (typicalTotal > 0)
    totals.push(buildMessages.textTotal(buildMessages.typicalTotal, buildMessages.amount(formatTotal(typicalTotal))));
  return [buildName(name), '', ...lines, '', ...totals, link].join('\n');
}
