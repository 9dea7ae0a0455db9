// Labels for a transfer: its size, its rate, the time left.
import { counted } from '../../ui/labels.ts';

const MEGABYTE = 1024 * 1024;
/** The rate of the last seconds: an average from the start would hide that the connection has become slow. */
const WINDOW_MS = 5000;
/** An earlier rate would reflect the first buffer rather than the connection. */
const FIRST_MS = 1000;

/** The bytes sent by a moment, in milliseconds. */
export type Sample = { at: number; sent: number };

/** '0.4 MB' from bytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Adds a sample and drops old ones; at least two stay. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const recent = samples.filter(({ at }, index) => sample.at - at <= WINDOW_MS || index === samples.length - 1);
  return [...recent, sample];
}

/** Bytes per second over the samples; undefined at the beginning. */
export function rateOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < FIRST_MS) return undefined;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

/** '1.2 MB/s', below a tenth of it '80 KB/s'. */
export function formatRate(bytesPerSecond: number): string {
  if (bytesPerSecond >= MEGABYTE / 10) return `${megabytes(bytesPerSecond)}/s`;
  return `${Math.round(bytesPerSecond / 1024)} KB/s`;
}

/** 'about 3 minutes left', rounded up. Undefined while nothing moves. */
export function formatTimeLeft(bytesLeft: number, bytesPerSecond: number): string | undefined {
  if (bytesPerSecond <= 0) return undefined;
  const seconds = bytesLeft / bytesPerSecond;
  if (seconds <= 10) return 'a few seconds left';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `about ${counted(minutes, 'minute')} left`;
  const rest = minutes % 60;
  return `about ${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''} left`;
}
