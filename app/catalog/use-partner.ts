import { useEffect, useState } from 'react';
import type { Config } from '#sync/contract/config.ts';
import { loadConfig } from '../config.ts';

let known: { partner: Config['partner'] } | undefined;

/**
 * The partner whose host this is (decisions 3), null for none; undefined for one read of the device. Without any word of
 * the server on this device there is none.
 */
export function usePartner(): Config['partner'] | undefined {
  const [told, setTold] = useState(known);
  useEffect(() => {
    let current = true;
    const tell = (partner: Config['partner']) => {
      known = { partner };
      if (current) setTold(known);
    };
    loadConfig().then(
      ({ partner }) => tell(partner),
      () => current && setTold({ partner: null }),
    );
    return () => {
      current = false;
    };
  }, []);
  return told?.partner ?? (told && null);
}
