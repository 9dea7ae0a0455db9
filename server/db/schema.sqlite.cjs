// What drizzle-kit reads to write the migrations of SQLite: each table under its name. It loads CommonJS, which alone can
// export whatever tables there are.
const { sqliteKit } = require('./kit.ts');
const { defineSchema } = require('./schema.ts');

module.exports = defineSchema(sqliteKit);
