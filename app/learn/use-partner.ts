import { useEffect, useState } from 'react';
import type { Config } from '#sync/contract/server.ts';
import { loadConfig } from '../api/config.ts';

let knownPartner: Config['partner'] | undefined;

/** The partner whose host this is (P-3), null for none; undefined until the configuration was read. */
export function usePartner(): Config['partner'] | undefined {
  const [partner, setPartner] = useState(knownPartner);
  useEffect(() => {
    loadConfig().then(
      (config) => {
        knownPartner = config.partner ?? null;
        setPartner(knownPartner);
      },
      () => setPartner(null),
    );
  }, []);
  return partner;
}
