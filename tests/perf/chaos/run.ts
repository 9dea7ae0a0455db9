// `npm run test:chaos`: everything that may go wrong between a tap and the server, in a real browser with a real server, and what
// it cost. Fails unless every number is 0. --short plays each fault a few times, --only WORDS one fault, --seed N another draw,
// --write puts the table into docs/chaos.md, --pictures FOLDER keeps what the screen shows when a run breaks.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { explain } from '../../../server/launch.mjs';
import { addCost, type Cost, noCost } from './cost.ts';
import type { Fault } from './fault.ts';
import { answers } from './faults/answers.ts';
import { clocks } from './faults/clock.ts';
import { downloads } from './faults/downloads.ts';
import { fleets } from './faults/fleet.ts';
import { kills } from './faults/kills.ts';
import { people } from './faults/people.ts';
import { servers } from './faults/server.ts';
import { tabs } from './faults/tabs.ts';
import { openStage, type Stage } from './stage.ts';

const FAULTS: Fault[] = [...kills, ...answers, ...tabs, ...clocks, ...people, ...servers, ...downloads, ...fleets];

interface Line extends Cost {
  fault: Fault;
  runs: number;
  /** What broke the run itself: a run that could not be judged is no pass. */
  unjudged: string[];
  seconds: number;
}

explain('Usage: npm run test:chaos -- [--short] [--only WORDS] [--seed N] [--write] [--pictures FOLDER]', () => true);
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    report: { type: 'string' },
  },
});
const seed = Number(values.seed);

let stage = await openStage(seed);

/** Plays a fault so often; a run that breaks is tried no second time, and the stage is made anew. */
async function playAll(fault: Fault, runs: number): Promise<Line> {
  const started = Date.now();
  const line: Line = { fault, runs, ...noCost(), unjudged: [], seconds: 0 };
  for (let turn = 0; turn < runs; turn += 1) {
    try {
      const cost = await fault.play(stage, turn);
      if (cost.lost + cost.doubled + cost.strays > 0)
        console.error(`${fault.name}, run ${turn}, seed ${seed}: ${JSON.stringify(cost)}`);
      Object.assign(line, addCost(line, cost));
    } catch (error) {
      line.unjudged.push(`run ${turn}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      console.error(error);
      if (values.pictures) await takePictures(stage, `${fault.name} ${turn}`);
      await stage.close().catch(() => undefined);
      stage = await openStage(seed + 1_000 + turn);
    }
  }
  line.seconds = Math.round((Date.now() - started) / 1000);
  const trouble = line.unjudged.length > 0 ? ` NOT JUDGED: ${line.unjudged.join('; ')}` : '';
  console.log(
    `${fault.name}: ${runs} runs, ${line.lost} lost, ${line.doubled} doubled, ${line.strays} strays, ${line.seconds} s${trouble}`,
  );
  return line;
}

/** What every page of the tablet shows, into the folder of --pictures. */
async function takePictures(stage: Stage, name: string): Promise<void> {
  for (const [at, page] of stage.device.context.pages().entries())
    await page.screenshot({ path: `${values.pictures}/${name} ${at}.png` }).catch(() => undefined);
}

function table(lines: readonly Line[]): string {
  const rows = lines.map(
    ({ fault, runs, unjudged, lost, doubled, strays }) =>
      `| ${fault.name} | ${fault.catalogue} | ${runs - unjudged.length} | ${lost} | ${doubled} | ${strays} |`,
  );
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  return [
    `Measured by \`npm run test:chaos\` (seed ${seed}) on ${day} at commit ${commit}.`,
    '',
    '| fault | catalogue | runs | lost | doubled | somebody else’s |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Puts the section between the markers of docs/chaos.md. */
function writeDocument(section: string): void {
  const file = fileURLToPath(new URL('../../../docs/chaos.md', import.meta.url));
  const text = readFileSync(file, 'utf8');
  const [opening, closing] = ['<!-- chaos -->', '<!-- /chaos -->'];
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (start === -1 || end < start) throw new Error(`docs/chaos.md has no section between ${opening} and ${closing}.`);
  writeFileSync(file, `${text.slice(0, start + opening.length)}\n${section}\n${text.slice(end)}`);
}

const { only } = values;
const chosen = FAULTS.filter(({ name }) => only === undefined || name.includes(only));
if (chosen.length === 0)
  throw new Error(`No fault is called like "${only}": ${FAULTS.map(({ name }) => name).join('; ')}`);
const lines: Line[] = [];
for (const fault of chosen) lines.push(await playAll(fault, values.short ? fault.runs.short : fault.runs.full));
await stage.close();
console.log(`\n${table(lines)}\n`);
if (values.write) writeDocument(table(lines));
const passed = lines.filter((line) => line.lost + line.doubled + line.strays + line.unjudged.length === 0).length;
const failed = lines.length - passed;
if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed }));
process.exit(failed > 0 ? 1 : 0);
