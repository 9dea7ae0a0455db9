// What drizzle-kit reads to write the migrations of the engine that its `--dialect` names: each table under its name. It
// loads CommonJS, which alone can export whatever tables there are.
const { pgKit, sqliteKit } = require('./kit.ts');
const { defineSchema } = require('./schema.ts');

module.exports = defineSchema(process.argv.includes('--dialect=sqlite') ? sqliteKit : pgKit);
