// Reports of uncaught errors and failed saves, kept until they are sent: where in the code, never what was typed.
import { type BrowserReport, REPORTS_LIMIT } from '#sync/contract/report.ts';
import { newId } from '#sync/new-id.ts';
import { ApiError, call } from '../api/client.ts';
import { loadConfig } from '../api/config.ts';
import { server } from '../api/session.ts';
import { localText, setLocalText } from '../device/device.ts';

const REPORTS_KEY = 'groundwork.reports';
/** Problems seldom come alone. */
const BATCH_AFTER_MS = 10_000;
const MOST_FRAMES = 8;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps a report of the problem and sends it soon; the same one again only raises its count. */
export function reportProblem(kind: BrowserReport['kind'], problem: unknown): void {
  if (!(problem instanceof Error) || isExpected(problem)) return;
  const name = problem instanceof ApiError ? `ApiError ${problem.status} ${problem.code ?? ''}`.trim() : problem.name;
  const report = { kind, name: tidy(name), where: framesOf(problem), page: pageOf(location.pathname) };
  const kept = read();
  const isSame = (other: BrowserReport) =>
    (['kind', 'name', 'page'] as const).every((key) => other[key] === report[key]);
  const same = kept.find((other) => isSame(other) && `${other.where}` === `${report.where}`);
  if (same) same.count += 1;
  else if (kept.length < REPORTS_LIMIT) {
    kept.push({ id: newId(), at: new Date().toISOString(), ...report, count: 1 });
  }
  write(kept);
  sendSoon();
}

/** Sends what is kept, after a while and by one tab; what cannot be sent now waits for the next start or the network. */
export function sendSoon(): void {
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    const work = () => send().catch(() => addEventListener('online', sendSoon, { once: true }));
    void (navigator.locks?.request(REPORTS_KEY, work) ?? work());
  }, BATCH_AFTER_MS);
}

async function send(): Promise<void> {
  const reports = read();
  if (reports.length === 0) return;
  const { browserReports } = await loadConfig();
  if (browserReports === false) return write([]);
  await call(server['browser-reports'].$post({ json: { reports } })).catch((failure: unknown) => {
    // A server that cannot read them will not read them tomorrow.
    if (!(failure instanceof ApiError) || failure.status !== 400) throw failure;
  });
  const sent = new Set(reports.map(({ id }) => id));
  write(read().filter(({ id }) => !sent.has(id)));
}

/** No network and work that was given up are no problems of the app. */
function isExpected({ name, message }: Error): boolean {
  return name === 'AbortError' || (name === 'TypeError' && /fetch|network|load failed/i.test(message));
}

const tidy = (name: string) => name.replace(/[^\w$ -]/g, '').slice(0, 80) || 'Error';

/** The positions in our files, without the addresses of the page and without messages. */
function framesOf({ stack = '' }: Error): string[] {
  const frames = stack.matchAll(/\/([\w.-]{1,80}:\d{1,7}:\d{1,7})/g);
  return [...frames].slice(0, MOST_FRAMES).map(([, frame = '']) => frame);
}

/** '/course/4/lesson/12' becomes '/course/-/lesson/-': ids, codes and serial numbers say who or what. */
function pageOf(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => (/^[a-z-]{0,20}$/.test(part) ? part : '-'))
    .join('/')
    .slice(0, 120);
}

function read(): BrowserReport[] {
  try {
    const kept: unknown = JSON.parse(localText(REPORTS_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.slice(0, REPORTS_LIMIT) : [];
  } catch {
    return [];
  }
}

function write(reports: BrowserReport[]): void {
  setLocalText(REPORTS_KEY, reports.length > 0 ? JSON.stringify(reports) : null);
}
