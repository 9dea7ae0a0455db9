import { createContext, useContext } from 'react';
import { isAllowedPicture } from '#sync/contract/lesson-pictures.ts';

/** The other hosts whose pictures this installation shows (MEDIA_HOSTS). */
export const PictureHosts = createContext<readonly string[]>([]);

/** The address of a picture that may be shown here; undefined for any other. */
export function useAllowedPicture(address: string | null | undefined): string | undefined {
  const hosts = useContext(PictureHosts);
  return address && isAllowedPicture(address, hosts) ? address : undefined;
}
