// Somebody with an account, made at the auth service by its admin endpoint, which a hosted project has as well.
import { randomUUID } from 'node:crypto';
import { SECRET_KEY } from '../fixtures/hosted-proxy.ts';
import type { Arrangement } from './arrangement.ts';
import { PASSWORD } from './product.ts';

export type Person = { id: string; email: string; password: string; fullName: string };
export type PersonWishes = Partial<Omit<Person, 'id'>>;

/** Makes the account, confirmed; the product meets its person at their first sign-in. */
export async function registerPerson({ product, project }: Arrangement, wishes: PersonWishes = {}): Promise<Person> {
  const { email = `${randomUUID()}@people.example`, password = PASSWORD, fullName = 'Pia Person' } = wishes;
  const { url, secretKey } = project ?? { url: `http://127.0.0.1:${product.port}`, secretKey: SECRET_KEY };
  const answer = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: secretKey, Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ email, password, email_confirm: true, user_metadata: { full_name: fullName } }),
  });
  if (!answer.ok) throw new Error(`No account for ${email}: ${answer.status} ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  return { id, email, password, fullName };
}
