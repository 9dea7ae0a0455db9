// Proof by the compiler that a row reads and inserts as the same type on both engines, whichever kinds it is made of.
import { nativeSqliteKit, pgKit } from './kit.ts';

const onPostgres = pgKit.table('kit_probe', {
  id: pgKit.id('id'),
  uuid: pgKit.uuid('uuid'),
  text: pgKit.text('text').notNull(),
  choice: pgKit.text('choice', { enum: ['a', 'b'] }).notNull(),
  int: pgKit.int('int').notNull().default(0),
  big: pgKit.big('big'),
  real: pgKit.real('real'),
  bool: pgKit.bool('bool').notNull(),
  date: pgKit.date('date'),
  json: pgKit.json('json').$type<{ n: number }>(),
});
const onSqlite = nativeSqliteKit.table('kit_probe', {
  id: nativeSqliteKit.id('id'),
  uuid: nativeSqliteKit.uuid('uuid'),
  text: nativeSqliteKit.text('text').notNull(),
  choice: nativeSqliteKit.text('choice', { enum: ['a', 'b'] }).notNull(),
  int: nativeSqliteKit.int('int').notNull().default(0),
  big: nativeSqliteKit.big('big'),
  real: nativeSqliteKit.real('real'),
  bool: nativeSqliteKit.bool('bool').notNull(),
  date: nativeSqliteKit.date('date'),
  json: nativeSqliteKit.json('json').$type<{ n: number }>(),
});

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };

/** Does not compile when a kind of one kit reads or takes another type than in the other kit. */
export const kitsAgree: [
  Same<Flat<typeof onPostgres.$inferSelect>, Flat<typeof onSqlite.$inferSelect>>,
  Same<Flat<typeof onPostgres.$inferInsert>, Flat<typeof onSqlite.$inferInsert>>,
] = [true, true];
