import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { ApiError, type Authorization, createApi } from '#app/api/client.ts';

const Answer = z.object({ name: z.string() });
type Call = { path: string; init: RequestInit };
let calls: Call[] = [];

/** A server that gives these answers in turn. */
function serve(...answers: [status: number, body: string][]) {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    const [status, body] = answers[calls.length - 1] ?? [599, 'one call too many'];
    return new Response(body, { status, statusText: 'Said So' });
  });
}

const signedIn = (refreshes = true): Authorization => {
  let token = 'old';
  return {
    token: async () => token,
    refresh: async () => {
      token = 'new';
      return refreshes;
    },
  };
};
const bearers = () => calls.map(({ init }) => new Headers(init.headers).get('Authorization'));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('[A13] the shared request behaviour', () => {
  test('sends JSON with credentials and the bearer, and parses the answer', async () => {
    serve([200, '{"name":"Lena"}']);
    const answer = await createApi(signedIn())('/api/x', { answer: Answer, method: 'POST', payload: { a: 1 } });
    expect(answer).toEqual({ name: 'Lena' });
    expect(calls[0]?.init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"a":1}' });
    expect(new Headers(calls[0]?.init.headers).get('Content-Type')).toBe('application/json');
    expect(bearers()).toEqual(['Bearer old']);
  });

  test("an answer that is not OK throws '{status}: {body}', or the status text without a body", async () => {
    const body = '{"error":"Course not found","message":"Course not found","code":"course_not_found"}';
    serve([404, body], [503, '']);
    const call = createApi();
    const refused = await call('/api/x', { answer: Answer }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ message: `404: ${body}`, status: 404, code: 'course_not_found' });
    await expect(call('/api/x', { answer: Answer })).rejects.toThrow('503: Said So');
  });

  test('a 401 gets one refresh and one retry', async () => {
    serve([401, ''], [200, '{"name":"Lena"}']);
    expect(await createApi(signedIn())('/api/x', { answer: Answer })).toEqual({ name: 'Lena' });
    expect(bearers()).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a second 401 is not tried again, and is null where the call asks for that', async () => {
    serve([401, 'no'], [401, 'no']);
    await expect(createApi(signedIn())('/api/x', { answer: Answer })).rejects.toThrow('401: no');
    expect(calls).toHaveLength(2);
    serve([401, 'no']);
    expect(await createApi(signedIn(false))('/api/x', { answer: Answer, on401: 'null' })).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('nothing else is tried again', async () => {
    serve([500, 'oh']);
    await expect(createApi(signedIn())('/api/x', { answer: Answer })).rejects.toThrow('500: oh');
    expect(calls).toHaveLength(1);
  });

  test('a failed session look-up is warned about and the call goes without authorization', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    serve([200, '{"name":"anybody"}']);
    const broken = { token: () => Promise.reject(new Error('no storage')), refresh: async () => false };
    expect(await createApi(broken)('/api/x', { answer: Answer })).toEqual({ name: 'anybody' });
    expect(bearers()).toEqual([null]);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  test('an answer in another shape than agreed throws', async () => {
    serve([200, '{"title":"?"}']);
    await expect(createApi()('/api/x', { answer: Answer })).rejects.toThrow();
  });
});
