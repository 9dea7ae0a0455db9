// The app's only sight of the server for account calls: bearer, one refresh and one retry on 401, null-on-401 by option (A13).
// The learner's world does not come this way: it is read from the replica and changed through the engine.
import { RefusalBody } from '#sync/contract/refusal.ts';

/** Where bearer tokens come from; without it every call goes without authorization. */
export type Authorization = {
  /** The access token, undefined for nobody. A failure is warned about and the call goes without. */
  token: () => Promise<string | undefined>;
  /** One refresh; true when there is a new token. */
  refresh: () => Promise<boolean>;
};

type CallOptions<Answer> = {
  /** A shape of the contract that parses the answer; an answer that does not fit throws. */
  answer: { parse(body: unknown): Answer };
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a file as it is, under its own type. */
  payload?: unknown;
  /** 'null' makes a 401 answer null instead of throwing. */
  on401?: 'null';
};

type Call = {
  <Answer>(path: string, options: CallOptions<Answer> & { on401?: undefined }): Promise<Answer>;
  <Answer>(path: string, options: CallOptions<Answer>): Promise<Answer | null>;
};

/** A call that was answered with anything but 2xx. Its text is '{status}: {body}', as specified. */
export class ApiError extends Error {
  readonly status: number;
  /** The status with its text, such as '502 Bad Gateway'; over HTTP/2 there is no text. */
  readonly statusLine: string;
  /** The refusal's stable code; undefined when the answer was not one of ours. */
  readonly code: string | undefined;
  /** The refusal's sentence, which screens show; undefined when the answer was not one of ours. */
  readonly sentence: string | undefined;
  /** The field of the request that is at fault, as the server names it. */
  readonly field: string | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.statusLine = `${status} ${statusText}`.trim();
    const refusal = RefusalBody.safeParse(parsed(body)).data;
    this.code = refusal?.code;
    this.sentence = refusal?.message;
    this.field = refusal?.field;
  }
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

async function send(path: string, options: { method?: string; payload?: unknown }, token?: string): Promise<Response> {
  const { method = 'GET', payload } = options;
  const isFile = payload instanceof Blob;
  return fetch(path, {
    method,
    credentials: 'include',
    headers: {
      ...(payload === undefined ? {} : { 'Content-Type': isFile ? payload.type : 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(payload === undefined ? {} : { body: isFile ? payload : JSON.stringify(payload) }),
  });
}

/**
 * Makes the call function. `await call('/api/auth/user', { answer: Profile })` gives the parsed answer. Throws ApiError for
 * anything but 2xx and the browser's TypeError without a connection. Nothing is retried but one 401 after one refresh.
 */
export function createApi(authorization?: Authorization): Call {
  return async function call<Answer>(path: string, options: CallOptions<Answer>) {
    const token = await bearer(authorization);
    let response = await send(path, options, token);
    if (response.status === 401 && token && (await authorization?.refresh())) {
      response = await send(path, options, await bearer(authorization));
    }
    if (response.status === 401 && options.on401 === 'null') return null;
    const body = await response.text();
    if (!response.ok) throw new ApiError(response.status, body, response.statusText);
    return options.answer.parse(parsed(body));
  };
}
