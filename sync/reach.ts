import type { Transport } from './ports.ts';

const LOOK_TIMEOUT_MS = 5_000;

/** Whether our own server answers, and not a captive portal. */
export async function answersUs(transport: Transport): Promise<boolean> {
  const request = { method: 'GET', path: '/api/health', headers: {}, timeoutMs: LOOK_TIMEOUT_MS } as const;
  const response = await transport.send(request);
  return response.kind === 'response' && response.marked;
}
