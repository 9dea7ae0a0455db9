// The names by which people without an address sign in (decision 360). They stand in the place of an address, have no @, and are
// unique in an organization.

import { createHmac } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SignInName } from '#sync/contract/crew.ts';
import { hasAddress, internalAddress } from '#sync/contract/email.ts';
import { foldText } from '#sync/contract/fields.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';

const PART_LENGTH = 24;

/** 'Amina Yılmaz' is amina.y, as long as that is free. */
export function signInNameOf(name: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = 'person', ...others] = words.map((word) => [...word]);
  const last = others.at(-1)?.[0];
  return [[...first].slice(0, PART_LENGTH).join(''), ...(last ? [last] : [])].join('.');
}

/** Gives free sign-in names of an organization, each once: amina.y, amina.y2, amina.y3. */
export function* openSignInNames(
  { queries, tables: { profiles } }: TxContext,
  organizationId: string,
): Steps<(wanted: string) => string> {
  const { email } = profiles;
  const here = and(eq(profiles.organizationId, organizationId), sql`${email} not like '%@%'`);
  const rows = yield* run(queries.select({ email }).from(profiles).where(here));
  const taken = new Set(rows.map((row) => row.email));
  return (wanted) => {
    const base = wanted.replace(/\d+$/, '') || wanted;
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? base : `${base}${n}`;
      if (taken.has(free)) continue;
      taken.add(free);
      return free;
    }
  };
}

/** What a person is called who comes into an organization: their address, else a sign-in name that is free there. */
export function* nameOnJoining(tx: TxContext, organizationId: string, email: string): Steps<string> {
  if (email === '' || hasAddress(email)) return email;
  return (yield* openSignInNames(tx, organizationId))(email);
}

/**
 * What the auth service calls whoever has this sign-in name in this organization, which is named by its slug or its name. Of somebody
 * who is not there it is an account that nobody has, always the same one: the answer does not tell who is here.
 */
export async function accountOfName(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  { organization, name }: SignInName,
): Promise<string> {
  const { profiles, organizations } = db.tables;
  const [place, called] = [foldText(organization.trim()), foldText(name.trim())];
  const rows = await db
    .select({ id: profiles.id, name: organizations.name, slug: organizations.slug })
    .from(profiles)
    .innerJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(eq(profiles.email, called), isNull(profiles.erasedAt)));
  const people = rows.filter(() => !called.includes('@'));
  // A slug is one organization's; a name may be that of several, and an organization may be called what another's slug is.
  const bySlug = people.filter(({ slug }) => slug === place);
  const [one, other] = bySlug.length > 0 ? bySlug : people.filter((row) => foldText(row.name) === place);
  return internalAddress(one && !other ? one.id : nobody(media.ticketKey, `${place}\n${called}`));
}

/** The id of nobody, as random ones look. */
function nobody(key: Uint8Array, of: string): string {
  const bytes = createHmac('sha256', key).update(`nobody ${of}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
