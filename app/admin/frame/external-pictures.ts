// Pictures in a lesson's Markdown that cannot be downloaded.
import { hostElsewhere, isAllowedPicture, isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { elementsOf, parseText } from '#sync/contract/lesson-text.ts';

/** The addresses of pictures on other servers or inlined in the text, without duplicates; none of them works offline. */
export function picturesElsewhere(markdown: string): string[] {
  const addresses = [...elementsOf(parseText(markdown))].flatMap(({ tag, src }) => (tag === 'img' && src ? [src] : []));
  return [...new Set(addresses.filter((address) => !isOwnAddress(address)))];
}

/** The hosts of pictures that learners see as links, because the installation does not allow them. */
export function hostsNotShown(markdown: string, allowed: readonly string[]): string[] {
  const refused = picturesElsewhere(markdown).filter((address) => !isAllowedPicture(address, allowed));
  return [...new Set(refused.flatMap((address) => hostElsewhere(address) ?? []))];
}
