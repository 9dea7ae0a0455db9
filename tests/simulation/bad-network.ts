// The network between a tablet and the server: loss, delay, duplicates, captive portals, an overloaded server.
import { retryAfterMs } from '#sync/backoff.ts';
import type { SessionPort, TransportRequest, TransportResponse } from '#sync/ports.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { Tablet } from './tablet.ts';
import type { World } from './world.ts';

/** The share of requests that meets each fault, 0 to 1. */
export type Faults = {
  lostRequest: number;
  lostResponse: number;
  duplicate: number;
  slow: number;
  portal: number;
  busy: number;
  /** Requests sent with another person's token (Y24). */
  wrongToken: number;
  /** Requests that arrive in time and are answered seconds later. */
  lateResponse: number;
};

export const NO_FAULTS: Faults = {
  lostRequest: 0,
  lostResponse: 0,
  duplicate: 0,
  slow: 0,
  portal: 0,
  busy: 0,
  wrongToken: 0,
  lateResponse: 0,
};
/** The longest delay of a duplicate or late packet. */
export const LATEST_MS = 120_000;

export class BadNetwork {
  faults: Faults = NO_FAULTS;
  readonly server: SimulatedServer;
  readonly #world: World;
  readonly #people: readonly string[];
  readonly #tokens = new Map<string, string>();
  /** People whose session is over until they sign in again. */
  readonly signedOut = new Set<string>();

  constructor(world: World, server: SimulatedServer, people: readonly string[]) {
    this.#world = world;
    this.server = server;
    this.#people = people;
  }

  currentToken(userId: string): string {
    const token = this.#tokens.get(userId) ?? this.server.tokenFor(userId);
    this.#tokens.set(userId, token);
    return token;
  }

  token(tablet: Tablet, userId: string): Promise<string | null> {
    if (this.signedOut.has(userId)) return Promise.resolve(null);
    // The auth client without a network: no result for a long time (Y21a).
    if (!tablet.isOnline && this.#world.chance(0.1)) return new Promise(() => {});
    return Promise.resolve(this.currentToken(userId));
  }

  async refresh(tablet: Tablet, userId: string): ReturnType<SessionPort['refresh']> {
    const { isOnline } = tablet;
    await this.#world.sleep(this.#world.between(5, 200), undefined);
    if (!isOnline || this.#world.chance(this.faults.lostRequest)) return { kind: 'unreachable' };
    if (this.signedOut.has(userId)) return { kind: 'ended' };
    this.#tokens.delete(userId);
    return { kind: 'token', token: this.currentToken(userId) };
  }

  async send(tablet: Tablet, request: TransportRequest): Promise<TransportResponse> {
    const world = this.#world;
    const { faults } = this;
    if (!tablet.isOnline)
      return world.sleep<TransportResponse>(world.between(1, 300), { kind: 'none', reason: 'network' });
    if (world.chance(faults.portal)) return world.sleep<TransportResponse>(world.between(5, 300), PORTAL);
    if (world.chance(faults.busy)) return world.sleep(world.between(5, 300), this.#busyResponse());
    const sent = world.chance(faults.wrongToken) ? this.#withWrongToken(request) : request;
    if (world.chance(faults.duplicate)) this.#deliver(sent, world.between(1, LATEST_MS)).catch(rethrow);
    if (world.chance(faults.lostRequest)) return world.sleep<TransportResponse>(request.timeoutMs, TIMEOUT);
    const [requestDelay, responseDelay] = [
      this.#delay(),
      world.chance(faults.lateResponse) ? world.between(2_000, 12_000) : this.#delay(),
    ];
    const isLost = world.chance(faults.lostResponse) || requestDelay + responseDelay > request.timeoutMs;
    const response = this.#deliver(sent, requestDelay).then((value) =>
      isLost ? TIMEOUT : world.sleep(responseDelay, value),
    );
    return isLost ? world.sleep<TransportResponse>(request.timeoutMs, TIMEOUT) : response;
  }

  #delay(): number {
    return this.#world.chance(this.faults.slow) ? this.#world.between(1_000, 60_000) : this.#world.between(5, 150);
  }

  async #deliver(request: TransportRequest, delay: number): Promise<TransportResponse> {
    await this.#world.sleep(delay, undefined);
    if (request.path === '/api/health') return HEALTHY;
    const response = await this.server.handle(request);
    const status = response.kind === 'response' ? response.status : 0;
    this.#world.log(
      () =>
        `server: ${request.path} ${JSON.stringify(request.body ?? '')} -> ${status} ${JSON.stringify(response.kind === 'response' && response.body)}`,
    );
    return response;
  }

  #withWrongToken(request: TransportRequest): TransportRequest {
    const token = this.currentToken(this.#world.pick(this.#people));
    return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
  }

  #busyResponse(): TransportResponse {
    const status = this.#world.pick([500, 502, 503, 429]);
    const header = this.#world.pick([null, null, '3', 'soon', new Date(this.#world.now + 4_000).toUTCString()]);
    const body = { error: 'Busy', message: 'Busy', code: 'unavailable' };
    return {
      kind: 'response',
      status,
      marked: status !== 502,
      body,
      retryAfterMs: retryAfterMs(header, this.#world.now),
    };
  }
}

const TIMEOUT: TransportResponse = { kind: 'none', reason: 'timeout' };
/** A captive portal's sign-in page, with status 200. */
/** It changes nothing, so the server under test is not asked. */
const HEALTHY: TransportResponse = { kind: 'response', status: 200, marked: true, body: {}, retryAfterMs: null };
const PORTAL: TransportResponse = { kind: 'response', status: 200, marked: false, body: undefined, retryAfterMs: null };

function rethrow(error: unknown): never {
  throw error;
}
