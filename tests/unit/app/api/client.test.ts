import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, type Authorization, call, createServer, nullOn401 } from '#app/api/client.ts';

type Call = { path: string; init: RequestInit };
let calls: Call[] = [];

/** A server that gives these answers in turn. */
function serve(...answers: [status: number, body: string][]) {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    const [status, body] = answers[calls.length - 1] ?? [599, 'one call too many'];
    return new Response(body, { status, statusText: 'Said So', headers: { 'X-Groundwork-Api': '1' } });
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
const ask = (authorization?: Authorization) => call(createServer(authorization).auth.user.$get());
const bearers = () => calls.map(({ init }) => new Headers(init.headers).get('Authorization'));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('[A13] the shared request behaviour', () => {
  test('sends JSON with credentials and the bearer, and parses the answer', async () => {
    serve([200, '{"full_name":"Lena"}']);
    const json = { full_name: 'Lena' };
    expect(await call(createServer(signedIn()).auth.profile.$put({ json }))).toEqual({ full_name: 'Lena' });
    expect(calls[0]?.path).toBe('/api/auth/profile');
    expect(calls[0]?.init).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"full_name":"Lena"}' });
    expect(new Headers(calls[0]?.init.headers).get('Content-Type')).toBe('application/json');
    expect(bearers()).toEqual(['Bearer old']);
  });

  test("an answer that is not OK throws '{status}: {body}', or the status text without a body", async () => {
    const body = '{"error":"Course not found","message":"Course not found","code":"course_not_found"}';
    serve([404, body], [503, '']);
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ message: `404: ${body}`, status: 404, code: 'course_not_found' });
    await expect(ask()).rejects.toThrow('503: Said So');
  });

  test.each(['null', '5', '"Lena"', '<html>Accept the terms</html>', ''])(
    'the answer %j is not from our server',
    async (body) => {
      serve([200, body]);
      await expect(ask()).rejects.toThrow(TypeError);
    },
  );

  test.each([200, 401])('a network that answers everything with its own %i has not answered for us', async (status) => {
    let asked = 0;
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      return Response.json({ title: 'Welcome to FreeWiFi' }, { status });
    });
    await expect(ask(signedIn())).rejects.toThrow(status === 200 ? TypeError : ApiError);
    expect(asked, 'no token was refreshed for it').toBe(1);
  });

  test('a redirect is not followed', async () => {
    serve([200, '{}']);
    await ask();
    expect(calls[0]?.init.redirect).toBe('error');
  });

  test('a 401 gets one refresh and one retry', async () => {
    serve([401, ''], [200, '{"name":"Lena"}']);
    expect(await ask(signedIn())).toEqual({ name: 'Lena' });
    expect(bearers()).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a second 401 is not tried again, and is null where the call asks for that', async () => {
    serve([401, 'no'], [401, 'no']);
    await expect(ask(signedIn())).rejects.toThrow('401: no');
    expect(calls).toHaveLength(2);
    serve([401, 'no']);
    expect(await ask(signedIn(false)).catch(nullOn401)).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('nothing else is tried again', async () => {
    serve([500, 'oh']);
    await expect(ask(signedIn())).rejects.toThrow('500: oh');
    expect(calls).toHaveLength(1);
  });

  test('a failed session look-up is warned about and the call goes without authorization', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    serve([200, '{"name":"anybody"}']);
    const broken = { token: () => Promise.reject(new Error('no storage')), refresh: async () => false };
    expect(await ask(broken)).toEqual({ name: 'anybody' });
    expect(bearers()).toEqual([null]);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  test('401 alone becomes null where the call asks for that', async () => {
    serve([403, 'no']);
    await expect(ask().catch(nullOn401)).rejects.toThrow('403: no');
  });
});
