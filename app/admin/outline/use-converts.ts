import { useQuery } from '@tanstack/react-query';
import { loadConfig } from '../../api/config.ts';

/** Whether the server makes of every video one that plays everywhere; false until that is known. */
export function useConverts(): boolean {
  const { data } = useQuery({ queryKey: ['configuration'], queryFn: loadConfig });
  return data?.convertsVideos ?? false;
}
