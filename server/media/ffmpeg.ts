// ffmpeg and ffprobe, where they are installed: what a video holds, and a version of it that phones and tablets play.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { resolve as absolute, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Converter, VideoFacts } from '../deps.ts';
import { StartupError } from '../env.ts';
import { endConfined, type Program, startConfined, type Walls, wallsFor } from './cage.ts';

const MINUTE_MS = 60_000;
const PROBE_MS = MINUTE_MS;
/** A file that tells no length, or a longer one, may take as long as this many seconds of video. */
const LONGEST_SECONDS = 6 * 3600;
const STDERR_KEPT = 2000;
const MOST_PRINTED = 1_000_000;

/** What decoding 8K takes twice over; the largest version of the longest video. */
const LIMITS = { memoryMb: 2048, fileMb: 8192 };
/** More than 8K: decoding one takes gigabytes of memory. */
export const MOST_PIXELS = 8192 * 4320;
const MOST = ['-max_pixels', `${MOST_PIXELS}`];

/** The most lines of a version for phones; of an upright video the most columns. */
export const RENDITION_LINES = 720;
/** The most bits of a second of its picture, over a few seconds. */
export const RENDITION_BITS = 1_000_000;
/** Of its sound. */
export const SOUND_BITS = 96_000;

/**
 * The installed ffmpeg; undefined when it is `off`, or when none was named and none is on the PATH. Throws StartupError when the
 * one that was named cannot be run.
 */
export async function openConverter(named: string | undefined): Promise<Converter | undefined> {
  if (named === 'off') return undefined;
  const ffmpeg = named ?? 'ffmpeg';
  const ffprobe = named?.includes('/') ? join(dirname(named), 'ffprobe') : 'ffprobe';
  // ffmpeg brings ffprobe along.
  const trials = [ffmpeg, ffprobe].map((command) =>
    wallsFor({ command, args: ['-version'], ...LIMITS, processorSeconds: 60 }),
  );
  const [walls, ofProbe] = await Promise.all(trials);
  if (!walls || !ofProbe) {
    if (named) throw new StartupError(`FFMPEG ${named} cannot be run: ${ffmpeg} or ${ffprobe} -version fails.`);
    return undefined;
  }
  const work = (from: string, to: string, args: string[]) => {
    return { command: ffmpeg, args, reads: [absolute(from)], writes: [dirname(absolute(to))] };
  };
  return {
    cage: walls,
    async probe(file, signal) {
      const path = absolute(file);
      const entries =
        'stream=codec_type,codec_name,pix_fmt,width,height:stream_disposition=attached_pic:stream_side_data=rotation:format=duration';
      const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', ...SAFE_INPUT, path];
      const said = await run(ofProbe, { command: ffprobe, args, reads: [path] }, { signal, timeoutMs: PROBE_MS }).catch(
        (error) => {
          // It ran, and could not read the file.
          if (error instanceof CommandFailed) return undefined;
          throw error;
        },
      );
      return said === undefined ? undefined : factsOf(said);
    },
    async poster(from, to, { facts, signal }) {
      await run(walls, work(from, to, still(absolute(from), absolute(to), facts)), { signal, timeoutMs: PROBE_MS });
    },
    async convert(from, to, { facts, signal }) {
      const seconds = Math.min(facts.seconds ?? LONGEST_SECONDS, LONGEST_SECONDS);
      const timeoutMs = 10 * MINUTE_MS + Math.ceil(10_000 * seconds);
      await run(walls, work(from, to, conversion(absolute(from), absolute(to), timeoutMs)), { signal, timeoutMs });
    },
  };
}

/**
 * The only kinds of files that are read, and from the disk alone: a list of addresses in a file that somebody calls a video would make
 * ffmpeg fetch them.
 */
const SAFE_INPUT = words(
  '-protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,ogg,mpegts,mpeg,asf,flv',
);

/** Half of the processors, because people wait for the server's answers and nobody for this. */
const threads = () => String(Math.max(1, Math.floor(availableParallelism() / 2)));

const short = (side: string) => `trunc(min(${RENDITION_LINES},${side})/2)*2`;
const FILTERS = `yadif=deint=interlaced,scale='if(gte(iw,ih),-2,${short('iw')})':'if(gte(iw,ih),${short('ih')},-2)'`;

const QUIETLY = words('-nostdin -hide_banner -loglevel error -y');

/** The picture behind a title that fades in. */
function still(from: string, to: string, { seconds = 0 }: VideoFacts): string[] {
  const at = Math.min(5, seconds / 10).toFixed(2);
  return [
    ...[...QUIETLY, '-threads', '1', ...MOST, ...SAFE_INPUT, '-i', from],
    // Behind the input: cameras' files have no index to seek in.
    ...['-ss', at, ...words('-map 0:V:0 -frames:v 1 -map_metadata -1 -pix_fmt yuvj420p -q:v 5'), '-vf', FILTERS],
    ...['-f', 'mjpeg', to],
  ];
}

function conversion(from: string, to: string, timeoutMs: number): string[] {
  const rate = `-maxrate ${RENDITION_BITS} -bufsize ${2 * RENDITION_BITS} -threads ${threads()}`;
  return [
    // Of processor time: it ends the work also when this process was killed.
    ...[...QUIETLY, '-threads', threads(), '-timelimit', String(Math.ceil((2 * timeoutMs) / 1000))],
    ...[...MOST, ...SAFE_INPUT, '-i', from, '-vf', FILTERS],
    ...words('-map 0:V:0 -map 0:a:0? -map_metadata -1 -map_chapters -1'),
    ...words(`-c:v libx264 -profile:v high -pix_fmt yuv420p -preset medium -crf 23 ${rate}`),
    ...words(`-c:a aac -b:a ${SOUND_BITS} -ac 2 -movflags +faststart -f mp4`),
    to,
  ];
}

function words(text: string): string[] {
  return text.split(' ');
}

const Probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.optional(z.string()),
      codec_name: z.optional(z.string()),
      pix_fmt: z.optional(z.string()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
    }),
  ),
  format: z.object({ duration: z.optional(z.string()) }),
});

/** Undefined when there is no picture that moves in it. */
function factsOf(said: string): VideoFacts | undefined {
  const { streams, format } = Probed.parse(JSON.parse(said));
  const video = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  if (!video?.codec_name || !video.width || !video.height) return undefined;
  const rotation = video.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  const seconds = Number(format.duration);
  return {
    codec: video.codec_name,
    pixelFormat: video.pix_fmt ?? '',
    width: isTurned ? video.height : video.width,
    height: isTurned ? video.width : video.height,
    audio: streams.find((one) => one.codec_type === 'audio')?.codec_name ?? null,
    seconds: seconds > 0 ? seconds : undefined,
  };
}

class CommandFailed extends Error {
  override name = 'CommandFailed';
}

interface RunLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Runs a program behind these walls to its end; returns what it printed. */
async function run(
  walls: Walls,
  work: Pick<Program, 'command' | 'args' | 'reads' | 'writes'>,
  { signal, timeoutMs }: RunLimits,
): Promise<string> {
  signal.throwIfAborted();
  const { command } = work;
  // Of all its threads, and behind the clock.
  const processorSeconds = Math.ceil((2 * timeoutMs * availableParallelism()) / 1000);
  const child = startConfined({ ...work, ...LIMITS, processorSeconds }, walls);
  const clock = AbortSignal.timeout(timeoutMs);
  AbortSignal.any([signal, clock]).addEventListener('abort', () => endConfined(child));
  let printed = '';
  let said = '';
  child.stdin?.end();
  child.stdout?.on('data', (text) => {
    printed += text;
    if (printed.length > MOST_PRINTED) endConfined(child);
  });
  child.stderr?.on('data', (text) => (said = (said + text).slice(-STDERR_KEPT)));
  const [code, killedBy] = await once(child, 'close');
  signal.throwIfAborted();
  if (clock.aborted) throw new Error(`${command} took too long`);
  if (printed.length > MOST_PRINTED) throw new Error(`${command} prints without end`);
  if (killedBy) throw new Error(`${command} was ended by ${killedBy}`);
  if (code !== 0) throw new CommandFailed(`${command} ended with ${code}: ${said.trim().split('\n').at(-1)}`);
  return printed;
}
