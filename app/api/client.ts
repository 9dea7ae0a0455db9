// The app's only sight of the server for account and admin calls: bearer, one refresh and one retry on 401 (R-A13).
// The learner's world does not come this way: it is read from the replica and changed through the engine.
import { type ClientResponse, hc } from 'hono/client';
import type { Api } from '#server/api.ts';
import { RefusalBody } from '#sync/contract/refusal.ts';
import { isMarked } from '#sync/contract/server.ts';

export type { ClientResponse };

/** Where bearer tokens come from; without it every call goes without authorization. */
export type Authorization = {
  /** The access token, undefined when no one is signed in. A failure is warned about and the call goes without. */
  token: () => Promise<string | undefined>;
  /** One refresh; true when there is a new token. */
  refresh: () => Promise<boolean>;
};

/** A call that was answered with anything but 2xx. Its text is '{status}: {body}', as specified. */
export class ApiError extends Error {
  readonly status: number;
  /** The status with its text, such as '502 Bad Gateway'; over HTTP/2 there is no text. */
  readonly statusLine: string;
  /** The refusal's stable code; undefined when the answer was not one of ours. */
  readonly code: string | undefined;
  /** The refusal's sentence, which screens show; of another answer its `error` or `message`, where that is a text. */
  sentence: string | undefined;
  /** The field of the request that is at fault, as the server names it. */
  readonly field: string | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.statusLine = `${status} ${statusText}`.trim();
    const answer = parsed(body);
    const refusal = RefusalBody.safeParse(answer).data;
    this.code = refusal?.code;
    this.sentence = refusal?.message ?? wordsIn(answer);
    this.field = refusal?.field;
  }
}

/** The specification's bodies have the one or the other. */
function wordsIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error, message } = answer as { error?: unknown; message?: unknown };
  return [error, message].find((words): words is string => typeof words === 'string' && words.trim() !== '');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function bearer(authorization: Authorization | undefined): Promise<string | undefined> {
  try {
    return await authorization?.token();
  } catch (error) {
    console.warn('The session could not be read; the call goes without authorization.', error);
    return undefined;
  }
}

async function send(address: RequestInfo | URL, init: RequestInit | undefined, token?: string): Promise<Response> {
  const headers = new Headers(init?.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  // A redirect comes from a network's sign-in page, never from us.
  return fetch(address, { ...init, credentials: 'include', headers, redirect: 'error' });
}

/** The server by its routes, with one refresh and one retry after a 401. Rejects with TypeError without a connection. */
export function createServer(authorization?: Authorization) {
  return hc<Api>('/api', {
    fetch: async (address: RequestInfo | URL, init?: RequestInit) => {
      const token = await bearer(authorization);
      const response = await send(address, init, token);
      const isRefreshed = response.status === 401 && isMarked(response) && token && (await authorization?.refresh());
      return isRefreshed ? send(address, init, await bearer(authorization)) : response;
    },
  });
}

/** For calls without a person. */
export const publicServer = createServer();

/** What a call of the typed client answers. */
export type AnswerOf<R> = R extends ClientResponse<infer Answer, number, 'json'> ? Answer : never;

/**
 * The answer of a call: `await call(server.auth.user.$get())`. Throws ApiError for anything but 2xx, and TypeError for what
 * does not come from our server (Y10) or is no JSON object or list. What enters IndexedDB is parsed by its shape of the contract as well.
 */
export async function call<R extends ClientResponse<unknown>>(request: Promise<R>): Promise<AnswerOf<R>> {
  const response = await request;
  const body = await response.text();
  if (!response.ok) throw await inLanguage(new ApiError(response.status, body, response.statusText));
  const answer = parsed(body);
  if (!isMarked(response) || typeof answer !== 'object' || answer === null)
    throw new TypeError('The answer is not from our server.');
  return answer as AnswerOf<R>;
}

/** Words a refusal in the language of the page. Given by a page that is not English (app/start.ts); the service worker has no language. */
type RefusalWords = (code: string, sentence: string) => Promise<string>;
let wordRefusal: RefusalWords | undefined;
export const wordRefusalsBy = (words: RefusalWords): void => {
  wordRefusal = words;
};

/** Its sentence in the language of the page; where that cannot be had, the server's English one tells more than none. */
async function inLanguage(refused: ApiError): Promise<ApiError> {
  const { code, sentence } = refused;
  if (!wordRefusal || !code || !sentence) return refused;
  try {
    refused.sentence = await wordRefusal(code, sentence);
  } catch (failure) {
    console.warn('The words of refusals could not be loaded.', failure);
  }
  return refused;
}

/** `.catch(nullOn401)`: null for a person whom the server does not know. */
export function nullOn401(failure: unknown): null {
  if (failure instanceof ApiError && failure.status === 401) return null;
  throw failure;
}

type Endpoint = { $path: (...given: never[]) => string };

/** The path of a route below /api: the key of its answers, and without a query the prefix of everything below it. */
export const pathOf = (endpoint: Endpoint, args?: object): string =>
  (endpoint.$path as (args?: object) => string)(args);

/** The address of a route, for a link. */
export const addressOf = (endpoint: Endpoint, args?: object) => `/api${pathOf(endpoint, args)}`;

export const byId = (id: number | string) => ({ param: { id: String(id) } });

/** The request options of a call whose body is a file. */
export const withFile = (file: Blob) => ({ init: { body: file, headers: { 'Content-Type': file.type } } });
