// What drizzle-kit reads to write the migrations of PostgreSQL: each table under its name. It loads CommonJS, which alone can
// export whatever tables there are.
const { pgKit } = require('./kit.ts');
const { defineSchema } = require('./schema.ts');

module.exports = defineSchema(pgKit);
