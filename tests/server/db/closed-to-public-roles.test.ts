// A hosted project publishes our tables under the roles `anon` and `authenticated`. Here such a project is
// imitated on a plain PostgreSQL: its roles, its default rights, and an owner who is no superuser.
import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Db, openDatabase } from '#server/db/client.ts';
import { TABLE_KEYS } from '#server/db/ids.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
// @ts-expect-error plain JavaScript, so that an old Node can read it
import { checkPostgres } from '#tests/doctor.mjs';
import { onCluster } from '#tests/fixtures/db.ts';

const ROLES = ['anon', 'authenticated'] as const;

describe('the public roles of a hosted project', () => {
  const suffix = randomUUID().replaceAll('-', '').slice(0, 12);
  const database = `hosted_${suffix}`;
  const owner = `owner_${suffix}`;
  const stranger = `stranger_${suffix}`;
  let db: Db;
  let admin: pg.Client;

  const urlOf = (user?: string) => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${database}`;
    if (user) Object.assign(url, { username: user, password: 'pw' });
    return url.href;
  };

  beforeAll(async () => {
    for (const role of ROLES) await onCluster(`create role ${role} nologin`);
    for (const role of [owner, stranger]) await onCluster(`create role ${role} login password 'pw'`);
    await onCluster(`create database ${database} owner ${owner}`);
    admin = new pg.Client(urlOf());
    await admin.connect();
    for (const role of ROLES) {
      await admin.query(`grant usage on schema public to ${role}`);
      await admin.query(`alter default privileges for role ${owner} in schema public grant all on tables to ${role}`);
      await admin.query(
        `alter default privileges for role ${owner} in schema public grant all on sequences to ${role}`,
      );
    }
    await admin.query(`grant create, usage on schema public to ${owner}`);
    db = await openDatabase(urlOf(owner), 2);
    await migrateDatabase(db);
    await db.insert(db.tables.organizations).values({ name: 'Ours', slug: 'ours' });
  });
  afterAll(async () => {
    await db?.close();
    await admin?.end();
    await onCluster(`drop database if exists ${database} with (force)`);
    for (const role of [owner, stranger, ...ROLES]) await onCluster(`drop role if exists ${role}`);
  });

  /** The outcome of one statement as `role`, undone afterwards: the number of rows, or the error's code. */
  const attempt = async (role: string, statement: string) => {
    await admin.query('begin');
    try {
      await admin.query(`set local role ${role}`);
      return (await admin.query(statement)).rowCount;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await admin.query('rollback');
    }
  };

  const tables = TABLE_KEYS.map((key) => ({ key }));
  test.each(tables)('can do nothing at all with $key', async ({ key }) => {
    const name = getTableName(db.tables[key]);
    for (const role of ROLES) {
      for (const statement of [
        `select * from ${name}`,
        `insert into ${name} default values`,
        `delete from ${name}`,
        `truncate ${name} cascade`,
      ]) {
        expect([statement, await attempt(role, statement)]).toEqual([statement, '42501']);
      }
    }
  });

  test('`npm run doctor` tells the owner from others, and names what is wrong', async () => {
    expect(await checkPostgres(urlOf(owner))).toMatchObject({ isFine: true });
    const other = new URL(urlOf(owner));
    const found = [await checkPostgres(urlOf(stranger))];
    for (const change of [{ password: 'no' }, { password: 'pw', pathname: '/nowhere' }])
      found.push(await checkPostgres(Object.assign(other, change).href));
    expect(found).toMatchObject([
      { isFine: false, text: expect.stringContaining('alter database NAME owner to USER') },
      { isFine: false, text: expect.stringContaining('the password is wrong') },
      { isFine: false, text: expect.stringContaining('create database NAME owner USER') },
    ]);
  });

  test('see and change no row even where a right was granted to them by mistake', async () => {
    await admin.query('grant all on organizations to anon, authenticated');
    for (const role of ROLES) {
      expect(await attempt(role, 'select * from organizations')).toBe(0);
      expect(await attempt(role, "update organizations set name = 'Theirs'")).toBe(0);
      expect(await attempt(role, 'delete from organizations')).toBe(0);
      expect(await attempt(role, 'insert into organizations (id) values (gen_random_uuid())')).toBe('42501');
    }
    await admin.query('revoke all on organizations from anon, authenticated');
    expect(await db.select().from(db.tables.organizations)).toHaveLength(1);
  });

  test('get no right on what a later migration creates', async () => {
    const own = new pg.Client(urlOf(owner));
    await own.connect();
    await own.query('create table later (id serial primary key)');
    await own.end();
    for (const role of ROLES) expect(await attempt(role, 'truncate later')).toBe('42501');
    await admin.query('drop table later');
  });

  test('no table of the schema public is without row level security', async () => {
    const { rows } = await admin.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity",
    );
    expect(rows).toEqual([]);
  });

  test('do not reach the journal of the migrations', async () => {
    for (const role of ROLES) expect(await attempt(role, 'select * from drizzle.__drizzle_migrations')).toBe('42501');
  });

  test('a server whose user does not own the tables reports that, instead of finding every table empty', async () => {
    await admin.query(`grant usage on schema public, drizzle to ${stranger}`);
    await admin.query(`grant all on all tables in schema public, drizzle to ${stranger}`);
    const wrong = await openDatabase(urlOf(stranger), 1);
    try {
      await expect(migrateDatabase(wrong)).rejects.toThrow('must own the tables');
    } finally {
      await wrong.close();
    }
  });
});
