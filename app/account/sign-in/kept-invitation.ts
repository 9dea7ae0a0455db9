// The invitation that an address brought: out of the address at once, kept for this tab until a sign-in has used it (A1).

const KEY = 'groundwork.invitation';

export function keepInvitation(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** The token that this tab keeps; undefined for none. */
export function keptInvitation(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
