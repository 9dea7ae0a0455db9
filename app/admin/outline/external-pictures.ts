// Pictures in a lesson's Markdown that learners do not get.
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { hostElsewhere, isAllowedPicture, isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { elementsOf, parseText } from '#sync/contract/lesson-text.ts';

/** The addresses of pictures on other servers or inlined in the text, without duplicates; none of them works offline. */
export function picturesElsewhere(markdown: string): string[] {
  return shownIn(markdown).filter((address) => !isOwnAddress(address));
}

const shownIn = (markdown: string): string[] => {
  const elements = [...elementsOf(parseText(markdown))];
  return [...new Set(elements.flatMap(({ tag, src }) => (tag === 'img' && src ? [src] : [])))];
};

/** How many pictures the text shows of those that learners cannot have; an address may also be written as code. */
export function countLost({ body, lostPictures: lost = [] }: Pick<AdminLesson, 'body' | 'lostPictures'>): number {
  if (lost.length === 0) return 0;
  const shown = new Set(shownIn(body).map((address) => address.split('#', 1)[0]));
  return lost.filter((address) => shown.has(address)).length;
}

/** The hosts of pictures that learners see as links, because the installation does not allow them. */
export function hostsNotShown(markdown: string, allowed: readonly string[]): string[] {
  const refused = picturesElsewhere(markdown).filter((address) => !isAllowedPicture(address, allowed));
  return [...new Set(refused.flatMap((address) => hostElsewhere(address) ?? []))];
}
