import { Config } from '#sync/contract/config.ts';
import { createApi } from './api.ts';

/** The configuration from the server. Rejects without a connection. */
export async function askConfig(): Promise<Config> {
  const config = await createApi()('/api/config', { answer: Config });
  if (!config) throw new Error('The server gave no configuration.');
  return config;
}
